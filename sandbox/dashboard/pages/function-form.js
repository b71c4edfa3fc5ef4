import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../parts/badge.js';
import { field, Form, optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { labelOf } from '../parts/value.js';
import { useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';
import { ExecutionLink } from './execution-link.js';
import { callFunction, ExtractedValues } from './function-calls.js';
import { addResult } from './results.js';

/** @import { TargetedInputEvent } from 'preact' */
/** @import { CustomFunction, FunctionCall } from '../../src/client/records.ts' */
/** @import { Field } from '../parts/form.js' */

/** @typedef {CustomFunction['body_schema'][number]} Parameter */

/** The kind for a function call, which is chosen like the kinds of events. */
export const FUNCTION_CALL = {
	event: 'function-call',
	title: 'An agent calls a function',
	icon: 'braces',
};

const BODY_FORMS = optionsOf({
	'': 'As in all calls',
	flat: 'At the top of the body',
	wrapped: 'In the field arguments',
});

/** The beginning of the names of the fields for arguments, which may have the name of another field. */
const PREFIX = 'argument ';
const YES_OR_NO = optionsOf({ '': 'Not given', true: 'Yes', false: 'No' });

/** The form that makes an agent call one of its custom functions. */
export function FunctionForm() {
	const agents = useResource('/agents').data?.agents ?? [];
	const functions = useResource('/custom-functions').data?.custom_functions;
	const [chosenId, setChosenId] = useState('');
	const likeliestFirst = [...(functions ?? [])].sort((one, other) => likelihood(other) - likelihood(one));
	const [first] = likeliestFirst;
	// The one that is shown first stays chosen when the list is sorted anew.
	useEffect(() => setChosenId((id) => id || (first?.id ?? '')), [first?.id]);
	if (functions === undefined) return html`<p class="empty" aria-busy="true">Loading…</p>`;
	if (first === undefined) {
		return html`<p class="empty">
			No custom functions yet. Create one with Custom Function > Create in n8n.
		</p>`;
	}
	/** @param {string} id */
	const functionWith = (id) => likeliestFirst.find((one) => one.id === id) ?? first;
	/** @param {CustomFunction} one */
	const optionFor = ({ id, agent_id: agentId, name, is_active: active }) => {
		const agent = agents.find(({ id }) => id === agentId)?.name ?? agentId;
		return { value: id, text: `${name} (${agent}${active ? '' : ', switched off'})` };
	};
	/** @param {TargetedInputEvent<HTMLSelectElement>} event */
	const onChange = ({ currentTarget }) => setChosenId(currentTarget.value);
	const fields = [
		field('choice', 'id', 'Function', { options: likeliestFirst.map(optionFor), onChange, wide: true }),
		...functionWith(chosenId).body_schema.map(fieldFor),
		field('object', 'arguments', 'More arguments (JSON)', {
			placeholder: '{"order_number": "A-17"}',
			hint: 'A JSON object of further arguments. Where one has the name of a field above, it is sent in its place.',
		}),
		field('choice', 'body_form', 'Place of the arguments', { options: BODY_FORMS }),
		field('switch', 'send_anyway', 'Skip the check', {
			hint: 'Sends arguments that no agent would send, e.g. without a required one.',
		}),
	];

	/** @param {{ id: string, arguments?: object, body_form?: 'flat' | 'wrapped', send_anyway?: boolean } & Record<string, unknown>} values */
	async function act({ id, body_form, send_anyway, arguments: more, ...values }) {
		const { agent_id: agent, name, body_schema: parameters } = functionWith(id);
		const given = parameters.map((parameter) => [
			parameter.name,
			toArgument(parameter, values[PREFIX + parameter.name]),
		]);
		const known = Object.fromEntries(given.filter(([, value]) => value !== undefined));
		const wanted = { agent, name, body_form, send_anyway, arguments: { ...known, ...more } };
		addResult(FUNCTION_CALL.event, await callFunction(wanted));
	}

	const beside = html`<span class="dim">calls the address of the function</span>`;
	const action = html`<${Icon} name="lightning-charge" /> Make it happen`;
	return html`<${Form} className="card" label=${FUNCTION_CALL.title} ...${{ fields, action, act, beside }}>
		<p class="dim">The agent waits for the answer, and takes its values from it.</p>
	<//>`;
}

/**
 * How likely it is that a function is to be called: one for a test is on only while a workflow in n8n listens for it.
 * @param {CustomFunction} one
 */
function likelihood({ name, is_active: active }) {
	if (!active) return 0;
	return name.endsWith('_test') ? 2 : 1;
}

/**
 * @param {Parameter} parameter
 * @returns {Field}
 */
function fieldFor({ name, type, description, required }) {
	const words = [type, required && 'required'].filter(Boolean).join(', ');
	const more = { hint: description ? `${description} (${words})` : words };
	if (type === 'boolean') return field('choice', PREFIX + name, name, { ...more, options: YES_OR_NO });
	return field(
		type === 'number' ? 'decimal' : type === 'string' ? 'text' : 'object',
		PREFIX + name,
		name,
		more,
	);
}

/**
 * @param {Parameter} parameter
 * @param {unknown} value that of its field
 */
function toArgument({ type }, value) {
	return type === 'boolean' && value !== undefined ? value === 'true' : value;
}

/**
 * Shows the result of a call that was made with the form.
 * @param {{ answer: FunctionCall }} properties
 */
export function FunctionResult({ answer }) {
	const { id, name, status, error, request } = answer;
	const words = wordsOf(answer);
	return html`<p class="line">
			<a href=${hrefOf(['function-calls', id])}>${name}</a> <${Badge} status=${status} />
			<${ExecutionLink} of="function-calls" id=${id} url=${request.url} />
		</p>
		${error !== null && html`<p class="failure">${error}</p>`}
		${
			words &&
			html`<p>
					${answer.values.error ? 'The workflow answered with an error. ' : ''}The agent would say, for
					example:
				</p>
				<blockquote class="message">${words}</blockquote>`
		}
		<${ExtractedValues} call=${answer} saidWords=${words} />`;
}

/**
 * Returns what the agent would say: the sentence that it was given, or else each value by its name. No agent
 * really speaks in the sandbox.
 * @param {FunctionCall} call
 */
function wordsOf({ status, values }) {
	if (status !== 'succeeded') return 'I am sorry, I cannot look that up right now.';
	const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
	const sentence = known.find(([, value]) => typeof value === 'string' && /\s.*[.!?]$/s.test(value.trim()));
	if (sentence) return String(sentence[1]);
	const facts = known
		.filter(([, value]) => typeof value !== 'object')
		.map(([name, value]) => `the ${labelOf(name).toLowerCase()} is ${String(value)}`);
	const text = facts.join(', and ');
	return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
