import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { Badge } from '../parts/badge.js';
import { field, Form, optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { useResource } from '../state/cache.js';
import { hrefOf } from '../state/place.js';
import { callFunction, ExtractedValues } from './function-calls.js';
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
	const fields = [
		field('choice', 'id', 'Function', { options: activeFirst.map(optionFor), onChange, wide: true }),
		field('object', 'arguments', 'Arguments (JSON)', {
			placeholder: '{"order_number": "A-17"}',
			hint: describeParameters(functionWith(chosenId)),
		}),
		field('choice', 'body_form', 'Where arguments stand', { options: BODY_FORMS }),
		field('switch', 'send_anyway', 'Send anyway', {
			hint: 'Also arguments that do not fit, with which no agent would call it.',
		}),
	];

	/** @param {{ id: string }} values */
	async function act({ id, ...rest }) {
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
export function FunctionResult({ answer: { id, name, status, error, values } }) {
	return html`<p class="line">
			<a href=${hrefOf(['function-calls', id])}>${name}</a> <${Badge} status=${status} />
		</p>
		${error !== null && html`<p class="failure">${error}</p>`} <${ExtractedValues} values=${values} />`;
}
