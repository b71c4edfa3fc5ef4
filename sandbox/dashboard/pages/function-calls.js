import { html } from 'htm/preact';
import { AttemptCount, Attempts, Headers } from '../parts/attempts.js';
import { button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { Icon } from '../parts/icon.js';
import { Text } from '../parts/text.js';
import { Fields, Value } from '../parts/value.js';
import { formatDuration } from '../state/clock.js';
import { call } from '../state/data.js';
import { notifyError, notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';
import { ExecutionLink } from './execution-link.js';

/** @import { FunctionCall } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

const MAKE_ONE = hrefOf([], { event: 'function-call' });

/** Section 2, `max_retries`, in words. */
const VERDICTS = {
	success: 'the agent goes on with the answer',
	retry: 'retried while attempts are left',
	failed: 'final, since only time-outs, network errors and 5xx are retried',
};

/** The calls that agents have made of their custom functions. @type {RecordKind<'/function-calls'>} */
export const functionCalls = {
	title: 'Function calls',
	lead: 'What agents sent to their custom functions. Open one to see each attempt and its answer.',
	path: '/function-calls',
	name: 'Function',
	columns: [
		'created_at',
		'agent_id',
		'status',
		{
			title: 'Attempts',
			cell: ({ attempts }) =>
				html`<${AttemptCount} count=${attempts.length} status=${attempts.at(-1)?.http_status} />`,
		},
		{ title: 'Duration', className: 'nowrap', cell: Duration },
		{ title: 'Extracted values', className: 'wide', cell: ShortValues },
	],
	empty: html`No function calls yet. <a href=${MAKE_ONE}>Make one</a>.`,
	actions: html`<a role="button" href=${MAKE_ONE}><${Icon} name="braces" /> Call a function</a>`,
	filters: [{ name: 'search', label: 'Search in function calls' }],
	paged: true,
	single: true,
	actionsOf: (record) => button('arrow-repeat', 'Call again', () => callAgain(record)),
	Record: FunctionCallRecord,
};

/**
 * Has an agent call a function, waits for the result, and shows a notice of it.
 * @param {object} wanted the body of the control call
 * @returns {Promise<FunctionCall>}
 */
export async function callFunction(wanted) {
	const made = await call('POST', '/function-calls', wanted);
	const link = { href: hrefOf(['function-calls', made.id]), text: 'See every attempt' };
	if (made.status === 'succeeded') notifySuccess(`${made.name} was answered.`, link);
	else notifyError(new Error(`${made.name} failed: ${made.error}.`), link);
	return made;
}

/** Makes the same call again, even if its arguments do not fit. @param {FunctionCall} record */
async function callAgain({ agent_id: agent, name, arguments: given, body_form }) {
	await callFunction({ agent, name, arguments: given, body_form, send_anyway: true });
}

/**
 * The time that the agent waited for all attempts; a dash while it is waiting. @param {FunctionCall} record
 */
function Duration({ created_at: from, finished_at: to }) {
	if (to === null) return html`<${Value} value=${to} />`;
	return formatDuration(Date.parse(to) - Date.parse(from));
}

/**
 * Returns the values that the agent takes from the answer. An answer without `error` succeeded, so that value says
 * nothing.
 * @param {Pick<FunctionCall, 'status' | 'values' | 'missed'>} call
 */
function splitValues({ status, values, missed = [] }) {
	const isNoError = (/** @type {{ json_path: string }} */ { json_path: path }) =>
		status === 'succeeded' && path === '$.error';
	const none = new Set(missed.filter(isNoError).map(({ name }) => name));
	return {
		values: Object.fromEntries(Object.entries(values).filter(([name]) => !none.has(name))),
		missed: missed.filter((one) => !isNoError(one)),
	};
}

/** @param {FunctionCall} record */
function ShortValues(record) {
	const { values } = splitValues(record);
	if (Object.keys(values).length === 0) return html`<${Value} value=${null} />`;
	return Object.entries(values).map(
		([name, value]) =>
			html`<div key=${name}>
				<span class="dim">${name}</span> <${Value} name=${name} value=${value} short />
			</div>`,
	);
}

/**
 * The values that the agent takes from the answer, and why some are missing. A value that is shown elsewhere as what
 * the agent would say is left out.
 * @param {{ call: FunctionCall, saidWords?: string }} properties
 */
export function ExtractedValues({ call: functionCall, saidWords }) {
	const { values, missed } = splitValues(functionCall);
	if (Object.keys(values).length === 0)
		return html`<p class="empty">The function has no response variables.</p>`;
	const others = Object.entries(values).filter(([, value]) => !holdsOnly(value, saidWords));
	return html`${others.length > 0 && html`<${Fields} record=${Object.fromEntries(others)} />`}
	${missed.map((one) => html`<${Missed} key=${one.name} ...${one} />`)}`;
}

/**
 * Tells whether a value is the given words, or an object in which every field is, as in a variable for the whole answer.
 * @param {unknown} value
 * @param {string | undefined} words
 */
function holdsOnly(value, words) {
	if (typeof value !== 'object' || value === null) return value === words;
	const inner = Object.values(value);
	return inner.length > 0 && inner.every((one) => one === words);
}

/** @param {NonNullable<FunctionCall['missed']>[number]} missed */
function Missed({ name, json_path: path, suggestion }) {
	const words = suggestion
		? html`<code>${suggestion}</code> would find something.`
		: 'The answer has no such field.';
	return html`<p class="warning">
		The response variable ${name} found nothing at <code>${path}</code>. ${words}
	</p>`;
}

/** @param {{ record: FunctionCall }} properties */
function FunctionCallRecord({ record }) {
	const { name, arguments: given, values, missed, request, attempts, error, ...facts } = record;
	const address = `${request.method} ${request.url}`;
	const headers = request.headers.map((header) => `${header.name}: ${header.value}`);
	return html`${error !== null && html`<p class="failure">${error}</p>`}
		<${Fields} record=${facts} />
		<p><${ExecutionLink} of="function-calls" id=${record.id} url=${request.url} /></p>
		<h2>Extracted values</h2>
		<${ExtractedValues} call=${record} />
		<h2>Attempts</h2>
		<${Attempts} attempts=${attempts} verdicts=${VERDICTS} addressFor=${() => address} />
		<h2>What is sent</h2>
		<p class="text dim">${address}</p>
		<${Headers} label="Headers that are sent" lines=${headers} />
		${
			request.body === null
				? html`<p class="empty">No body: the arguments are in the address.</p>`
				: html`<p class="line">
							<span>Body, laid out for reading</span>
							<${CopyButton} text=${request.body} label="exact body" />
						</p>
						<${Text} label="Body" text=${request.body} />`
		}`;
}
