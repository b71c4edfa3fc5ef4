import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './api.js';

/** @import { Signal } from '@preact/signals' */
/** @import { ControlAnswer, ControlCall } from '../../src/client/interface.ts' */
/** @import { CallError } from './api.js' */

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
