import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { CopyButton } from '../parts/copy-button.js';
import { optionsOf } from '../parts/form.js';
import { Text } from '../parts/text.js';
import { Fields } from '../parts/value.js';
import { Sender } from '../parts/who.js';
import { formatDuration } from '../state/clock.js';
import { useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';
import { wordsFor } from './request-names.js';

/** @import { ReceivedRequest } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

/** The longest body that the sandbox keeps, in characters. */
const MAX_BODY_LENGTH = 65_536;

const STATUSES = optionsOf({ 2: 'Success (2xx)', 4: 'Refused (4xx)', 5: 'Failed (5xx)', cut: 'Cut off' });
const useEndpoints = () => useResource('/endpoints').data?.endpoints ?? [];

/**
 * The requests of clients, such as n8n, to the service, and its answers.
 * @type {RecordKind<'/requests'>}
 */
export const requests = {
	title: 'Requests',
	lead: 'What n8n and others sent to the service, and its answers.',
	path: '/requests',
	query: { order: 'desc' },
	name: 'Request',
	nameOf: ({ method, path }) => `${method} ${path}`,
	columns: [
		{ title: 'In words', cell: (request) => wordsFor(request) || '–' },
		'received_at',
		{ title: 'Who', cell: ({ principal }) => html`<${Sender} id=${principal} />` },
		{ title: 'Status', cell: (request) => html`<${StatusOf} ...${request} />` },
		{ title: 'Duration', cell: ({ duration_ms: ms }) => (ms === null ? '–' : formatDuration(ms)) },
	],
	empty: html`No requests yet. <a href=${hrefOf(['connect'])}>Connect n8n</a> and run a workflow.`,
	filters: [
		{ name: 'endpoint', label: 'Endpoint', all: 'All endpoints', options: useEndpoints },
		{ name: 'status', label: 'Status', all: 'Any status', options: STATUSES },
		{ name: 'search', label: 'Search in requests' },
	],
	paged: true,
	single: true,
	actionsOf: (request) => [
		html`<${CopyButton} text=${toCurl(request)} label="as curl" caption="Copy as curl" />`,
	],
	Record: RequestRecord,
};

/** @param {Pick<ReceivedRequest, 'status' | 'duration_ms' | 'fault'>} request */
function StatusOf({ status, duration_ms: ms, fault }) {
	const mood = status === null || status >= 500 ? 'failed' : status < 400 ? 'success' : 'retry';
	return html`${
		status === null
			? html`<${Badge} status=${ms === null ? 'open' : 'cut off'} />`
			: html`<${Badge} status=${mood} text=${String(status)} />`
	}
	${fault !== null && html`<span class="tag">fault</span>`}`;
}

/** @param {{ record: ReceivedRequest }} properties */
function RequestRecord({ record }) {
	const { headers, principal, status, received_at, duration_ms, in_flight, fault } = record;
	return html`<p class="line">
			<${StatusOf} ...${record} /> <strong>${wordsFor(record)}</strong>
			<span>from <${Sender} id=${principal} /></span>
		</p>
		${fault !== null && html`<p class="failure">A fault of this sandbox met this request: ${fault}.</p>`}
		<${Fields} record=${{ received_at, duration_ms, in_flight, user_agent: headers['user-agent'] }} />
		<h2>What was sent</h2>
		<${Body} label="Request body" body=${record.body} />
		<details>
			<summary>Headers</summary>
			<${Body} label="Headers" body=${headers} />
		</details>
		<h2>What was answered ${status !== null && `(${status})`}</h2>
		<${Body} label="Answer" body=${record.response_body} />`;
}

/** @param {{ label: string, body: unknown }} properties */
function Body({ label, body }) {
	if (body === null) return html`<p class="empty">No body, or it is no longer kept.</p>`;
	return html`<${Text} label=${label} text=${asText(body)} />`;
}

/** @param {unknown} body */
const asText = (body) => (typeof body === 'string' ? body : JSON.stringify(body));

/**
 * Writes the request as a command; the key, which is not stored, is a shell variable.
 * @param {ReceivedRequest} request
 */
function toCurl({ method, path, query, headers, body }) {
	const { 'content-type': sent } = headers;
	const type = typeof sent === 'string' ? sent : 'application/json';
	const parts = [`curl -X ${method} ${quote(`${location.origin}${path}${query && `?${query}`}`)}`];
	if (headers.authorization) parts.push(`-H "Authorization: Bearer $VOICE_AGENT_API_KEY"`);
	if (headers.apikey) parts.push(`-H "apikey: $VOICE_AGENT_ANON_KEY"`);
	if (type.startsWith('multipart/')) parts.push(`-F 'name=My voice'`, `-F 'files=@recording.wav'`);
	else if (body !== null) parts.push(`-H ${quote(`Content-Type: ${type}`)}`, `--data ${dataOf(body)}`);
	return parts.join(' \\\n  ');
}

/**
 * Returns the body for a shell. Of a long one only the length is kept, so the command reads it from a file.
 * @param {unknown} body
 */
const dataOf = (body) => (isOnlyLength(body) ? '@body.json' : quote(asText(body)));

/** @param {unknown} body */
const isOnlyLength = (body) =>
	typeof body === 'object' &&
	body !== null &&
	Object.keys(body).join() === 'characters' &&
	Number(Object.values(body)[0]) > MAX_BODY_LENGTH;

/** @param {string} text for a shell */
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
