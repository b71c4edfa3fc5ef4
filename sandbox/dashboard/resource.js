import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { onChange } from './changes.js';

/**
 * What a control call answers, asked for again after every change.
 *
 * @template Answer
 * @typedef {object} Resource
 * @property {Answer | undefined} data the last answer; undefined until the first
 * @property {import('./api.js').CallError | undefined} error why the last call failed
 */

/**
 * @param {string} path under `/sandbox/v1`
 * @returns {Resource<any>}
 */
export function useResource(path) {
	const [state, setState] = useState(() => ({ path, data: undefined, error: undefined }));
	useEffect(() => keepReading(path, setState), [path]);
	// Until the new path has answered, what the old one said is not its answer.
	return state.path === path ? state : { data: undefined, error: undefined };
}

/**
 * @param {string} path
 * @param {(state: any) => void} setState
 * @returns {() => void} ends it
 */
function keepReading(path, setState) {
	let ended = false;
	let reading = false;
	let changed = false;

	/** One call at a time; what changes meanwhile is read afterwards. */
	async function read() {
		if (reading) {
			changed = true;
			return;
		}
		reading = true;
		try {
			const data = await call('GET', path);
			if (!ended) setState({ path, data, error: undefined });
		} catch (error) {
			if (!ended)
				setState((/** @type {any} */ last) => ({
					path,
					data: last.path === path ? last.data : undefined,
					error,
				}));
		}
		reading = false;
		if (!changed || ended) return;
		changed = false;
		void read();
	}

	void read();
	const stop = onChange(read);
	return () => {
		ended = true;
		stop();
	};
}
