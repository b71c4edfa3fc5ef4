import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './api.js';

/** @import { Signal } from '@preact/signals' */
/** @import { ControlAnswer, ControlCall } from '../../src/client/interface.ts' */
/** @import { CallError } from './api.js' */

/**
 * What a control call answers: `data` is its last answer, `error` says why the last call failed.
 * @template [Answer=unknown]
 * @typedef {{ data: Answer | undefined, error: CallError | undefined }} Resource
 */

/**
 * @template [Answer=unknown]
 * @typedef {object} Entry
 * @property {ControlCall<'get'>} path
 * @property {Signal<Resource<Answer>>} resource
 * @property {number} readers how many parts of the page show it
 * @property {boolean} reading
 * @property {boolean} stale it has changed while it was read
 */

/** Everything that was fetched, by its path. @type {Map<string, Entry>} */
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

/** One call at a time for each path; what changes meanwhile is read afterwards. @param {Entry} entry */
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

/** Reads again what is on the page, and forgets the rest. */
export function refresh() {
	for (const entry of entries.values()) {
		if (entry.readers > 0) void read(entry);
		else entries.delete(entry.path);
	}
}

/**
 * What a control call answers, kept up to date while it is on the page.
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
 * The last answer to a control call that something else on the page keeps up to date.
 * @template {ControlCall<'get'>} Path
 * @param {Path} path
 */
export const dataOf = (path) => entryOf(path).resource.value.data;
