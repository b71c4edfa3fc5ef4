import { signal } from '@preact/signals';

/**
 * The place that the page shows: `#/deliveries/del_1?status=pending` is the path `['deliveries', 'del_1']`
 * and one parameter.
 * @typedef {{ path: string[], parameters: URLSearchParams }} Place
 */

/** @returns {Place} */
function read() {
	const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
	const segments = path.split('/').filter((segment) => segment !== '');
	return { path: segments.map(decode), parameters: new URLSearchParams(query) };
}

/** @param {string} segment */
function decode(segment) {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** The place that the page shows now. */
export const place = signal(read());
addEventListener('hashchange', () => (place.value = read()));

/**
 * Returns the address of a place within the page.
 * @param {string[]} path
 * @param {Record<string, string | null | undefined>} [parameters] empty ones are left out
 */
export function hrefOf(path, parameters = {}) {
	const given = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []));
	const query = new URLSearchParams(given).toString();
	return `#/${path.map(encodeURIComponent).join('/')}${query && `?${query}`}`;
}

/**
 * Changes some parameters of the place; the others stay, empty ones are removed, and paging starts again.
 * @param {Record<string, string | null | undefined>} changes
 */
export function narrow(changes) {
	const { path, parameters } = place.value;
	location.replace(hrefOf(path, { ...Object.fromEntries(parameters), offset: undefined, ...changes }));
}
