import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { Badge } from '../parts/badge.js';
import { field, Form, optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { useResource } from '../state/cache.js';
import { labelOf } from '../parts/value.js';
import { sandboxNow } from '../state/clock.js';
import { hrefOf } from '../state/place.js';
import { callFunction, ExtractedValues } from './function-calls.js';
import { readArguments } from './read-arguments.js';
import { addResult } from './results.js';

/** @import { TargetedInputEvent } from 'preact' */
/** @import { CustomFunction, FunctionCall } from '../../src/client/records.ts' */

/** The kind for a function call, which is chosen like the kinds of events. */
export const FUNCTION_CALL = {
	event: 'function-call',
	title: 'An agent calls a function',
	icon: 'braces',
};

const BODY_FORMS = optionsOf({
	'': 'As for all calls',
	flat: 'At the top of the body',
	wrapped: 'In the field arguments',
});

/** The form that makes an agent call one of its custom functions. */
export function FunctionForm() {
	const agents = useResource('/agents').data?.agents ?? [];
	const functions = useResource('/custom-functions').data?.custom_functions;
	const [chosenId, setChosenId] = useState('');
	if (functions === undefined) return html`<p class="empty" aria-busy="true">Loading…</p>`;
	const activeFirst = [...functions].sort((one, other) => Number(other.is_active) - Number(one.is_active));
	const [first] = activeFirst;
	if (first === undefined) {
		return html`<p class="empty">
			No custom functions yet. Create one with Custom Function > Create in n8n.
		</p>`;
	}
	/** @param {string} id */
	const functionWith = (id) => activeFirst.find((one) => one.id === id) ?? first;
	/** @param {CustomFunction} one */
	const optionFor = ({ id, agent_id: agentId, name, is_active: active }) => {
		const agent = agents.find(({ id }) => id === agentId)?.name ?? agentId;
		return { value: id, text: `${name} (${agent}${active ? '' : ', switched off'})` };
	};
	/** @param {TargetedInputEvent<HTMLSelectElement>} event */
	const onChange = ({ currentTarget }) => setChosenId(currentTarget.value);
	/** Writes the arguments that the sentence names. @param {TargetedInputEvent<HTMLInputElement>} event */
	const onSay = ({ currentTarget: { form, value } }) => {
		const { body_schema: parameters } = functionWith(chosenId);
		const given = form?.elements.namedItem('arguments');
		if (!(given instanceof HTMLTextAreaElement)) return;
		const read = readArguments(value, parameters, sandboxNow());
		given.value = value.trim() === '' ? '' : JSON.stringify(read, null, 1);
	};
	const fields = [
		field('choice', 'id', 'Function', { options: activeFirst.map(optionFor), onChange, wide: true }),
		field('text', 'said', 'What the caller says', {
			placeholder: 'e.g. Where is my order 123?',
			hint: 'Fills in the arguments that it names.',
			onInput: onSay,
			wide: true,
		}),
		field('object', 'arguments', 'Arguments (JSON)', {
			placeholder: '{"order_number": "A-17"}',
			hint: describeParameters(functionWith(chosenId)),
		}),
		field('choice', 'body_form', 'Where arguments stand', { options: BODY_FORMS }),
		field('switch', 'send_anyway', 'Send anyway', {
			hint: 'Also arguments that do not fit, with which no agent would call it.',
		}),
	];

	/** @param {{ id: string, said?: string }} values */
	async function act({ id, said: _said, ...rest }) {
		const { agent_id: agent, name } = functionWith(id);
		addResult(FUNCTION_CALL.event, await callFunction({ agent, name, ...rest }));
	}

	const beside = html`<span class="dim">calls the address of the function</span>`;
	const action = html`<${Icon} name="lightning-charge" /> Make it happen`;
	return html`<${Form} className="card" label=${FUNCTION_CALL.title} ...${{ fields, action, act, beside }}>
		<p class="dim">The agent waits for the answer, and takes its values from it.</p>
	<//>`;
}

/** @param {CustomFunction} wanted */
function describeParameters({ body_schema: parameters }) {
	if (parameters.length === 0) return 'It takes none.';
	return parameters
		.map(({ name, type, required }) => `${name} (${type}${required ? ', required' : ''})`)
		.join(', ');
}

/**
 * Shows the result of a call that was made with the form.
 * @param {{ answer: FunctionCall }} properties
 */
export function FunctionResult({ answer }) {
	const { id, name, status, error } = answer;
	const words = wordsOf(answer);
	return html`<p class="line">
			<a href=${hrefOf(['function-calls', id])}>${name}</a> <${Badge} status=${status} />
		</p>
		${error !== null && html`<p class="failure">${error}</p>`}
		${
			words &&
			html`<p>The agent would say, for example:</p>
				<blockquote class="message">${words}</blockquote>`
		}
		<${ExtractedValues} call=${answer} />`;
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
		.map(([name, value]) => `the ${labelOf(name).toLowerCase()} is ${value}`);
	const text = facts.join(', and ');
	return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
