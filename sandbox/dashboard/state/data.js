import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** @import { Signal } from '@preact/signals' */
/** @import { ControlAnswer, ControlCall } from '../../src/client/interface.ts' */

/** The control API of the sandbox that serves this page. */
const ROOT = '/sandbox/v1';

/**
 * The error for an answer that is not a success, or for none at all (`status` 0). Its message is that of the
 * sandbox.
 */
class CallError extends Error {
	/**
	 * @param {number} status
	 * @param {string} message
	 */
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

/**
 * Makes a control call.
 * @template {'GET' | 'POST' | 'PATCH' | 'DELETE'} Method
 * @template {ControlCall<Lowercase<Method>>} Path
 * @param {Method} method
 * @param {Path} path under `/sandbox/v1`
 * @param {object} [body]
 * @returns {Promise<ControlAnswer<Path, Lowercase<Method>>>} the JSON answer
 * @throws {CallError}
 */
export async function call(method, path, body) {
	const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	const response = await fetch(ROOT + path, { method, cache: 'no-store', ...json }).catch(() => {
		throw new CallError(0, 'The sandbox does not answer. Is it still running?');
	});
	const answer = await response.json().catch(() => ({}));
	if (response.ok) return answer;
	const { error } = answer;
	const text = typeof error === 'string' ? error : error?.message;
	throw new CallError(response.status, text ?? `The sandbox answered ${response.status}.`);
}

/**
 * Changes the present record, or adds one if `present` is undefined.
 * @template {'/api-keys' | '/chatapp-accounts'} Path
 * @param {Path} path
 * @param {{ id: string } | undefined} present
 * @param {object} values
 */
export const save = (path, present, values) =>
	present ? call('PATCH', `${path}/${present.id}`, values) : call('POST', path, values);

/**
 * The state of a control call: `data` is its last answer, `error` says why the last call failed.
 * @template [Answer=unknown]
 * @typedef {{ data: Answer | undefined, error: CallError | undefined }} Resource
 */

/**
 * @template [Answer=unknown]
 * @typedef {object} Entry
 * @property {ControlCall<'get'>} path
 * @property {Signal<Resource<Answer>>} resource
 * @property {number} readers the number of parts of the page that show it
 * @property {boolean} reading
 * @property {boolean} stale it has changed while it was read
 */

/** The fetched answers, by their paths. @type {Map<string, Entry>} */
const entries = new Map();

/**
 * @template {ControlCall<'get'>} Path
 * @param {Path} path
 */
function entryOf(path) {
	// The entry of a path holds the answers to that path.
	let entry = /** @type {Entry<ControlAnswer<Path>> | undefined} */ (entries.get(path));
	if (entry === undefined) {
		entry = {
			path,
			resource: signal({ data: undefined, error: undefined }),
			readers: 0,
			reading: false,
			stale: false,
		};
		entries.set(path, entry);
	}
	return entry;
}

/**
 * Fetches the answer, with one call at a time for each path; changes that occur meanwhile are fetched
 * afterwards. @param {Entry} entry
 */
async function read(entry) {
	entry.stale = entry.reading;
	if (entry.reading) return;
	entry.reading = true;
	const { path, resource } = entry;
	resource.value = await call('GET', path).then(
		(data) => ({ data, error: undefined }),
		(/** @type {CallError} */ error) => ({ data: resource.value.data, error }),
	);
	entry.reading = false;
	if (entry.stale && entry.readers > 0) void read(entry);
}

/** Fetches the answers that are on the page again, and forgets the others; resolves when all have come. */
export async function refresh() {
	const reading = [];
	for (const entry of entries.values()) {
		if (entry.readers > 0) reading.push(read(entry));
		else entries.delete(entry.path);
	}
	await Promise.all(reading);
}

/**
 * Returns the answer to a control call, which is kept up to date while it is on the page.
 * @template {ControlCall<'get'>} Path
 * @param {Path} path under `/sandbox/v1`
 * @returns {Resource<ControlAnswer<Path>>}
 */
export function useResource(path) {
	const entry = entryOf(path);
	useEffect(() => {
		entries.set(path, entry);
		entry.readers += 1;
		if (!entry.reading) void read(entry);
		return () => void (entry.readers -= 1);
	}, [entry]);
	return entry.resource.value;
}

/**
 * Returns the last answer to a control call that another part of the page keeps up to date.
 * @template {ControlCall<'get'>} Path
 * @param {Path} path
 */
export const dataOf = (path) => entryOf(path).resource.value.data;

/**
 * The messages between tabs: `live` says if changes are being received, `change` that there was one.
 * @typedef {{ live?: boolean, change?: true }} News
 */

/** The minimum time between two refreshes of the page. */
const MIN_PAUSE_MS = 300;
/** A page that takes long to refresh is left alone for so many times as long. */
const PAUSE_FACTOR = 4;

/** True while changes are being received. */
export const live = signal(false);

/** When the next refresh may begin, by `performance.now()`; infinite while one is going on. */
let nextRefresh = 0;
/** The number of changes so far. */
let changes = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Refreshes the page; several changes in a row lead to one refresh. */
function onChange() {
	changes += 1;
	if (nextRefresh < Infinity) timer ??= setTimeout(refreshPage, Math.max(0, nextRefresh - performance.now()));
}

async function refreshPage() {
	timer = undefined;
	const seen = changes;
	nextRefresh = Infinity;
	const start = performance.now();
	await refresh();
	const now = performance.now();
	nextRefresh = now + Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (now - start));
	if (changes > seen) onChange();
}

/**
 * Follows the changes. Browsers allow six connections to a server, so all tabs share one stream: the tab that
 * holds the lock opens it and tells the others, and when it is closed the next one takes over.
 */
export function followChanges() {
	const tabs = new BroadcastChannel('changes');
	let leads = false;

	/** @param {News} news */
	function take(news) {
		if (news.live !== undefined) live.value = news.live;
		if (news.change) onChange();
	}
	/** @param {News} news */
	function tell(news) {
		take(news);
		tabs.postMessage(news);
	}
	function lead() {
		leads = true;
		const stream = new EventSource('/sandbox/v1/live');
		stream.addEventListener('open', () => tell({ live: true }));
		stream.addEventListener('error', () => tell({ live: false }));
		stream.addEventListener('change', () => tell({ change: true }));
		return new Promise(() => undefined);
	}

	tabs.addEventListener('message', ({ data }) => {
		if (data !== 'hello') take(data);
		else if (leads) tabs.postMessage({ live: live.value });
	});
	tabs.postMessage('hello');
	// Browsers offer locks to pages from this machine and over HTTPS only.
	void ('locks' in navigator ? navigator.locks.request('changes', lead) : lead());
}
