import { useEffect, useState } from 'preact/hooks';

/**
 * Where the page is: `#/deliveries/del_1?status=pending` is the path `['deliveries', 'del_1']` and one parameter.
 * @typedef {{ path: string[], parameters: URLSearchParams }} Place
 */

/** @returns {Place} */
function readPlace() {
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

/**
 * The address of a place within the page.
 * @param {string[]} path
 * @param {Record<string, string | undefined>} [parameters] empty ones are left out
 */
export function hrefOf(path, parameters = {}) {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
	const text = query.toString();
	return `#/${path.map(encodeURIComponent).join('/')}${text && `?${text}`}`;
}

/** Where the page is now. */
export function usePlace() {
	const [place, setPlace] = useState(readPlace);
	useEffect(() => {
		const update = () => setPlace(readPlace());
		addEventListener('hashchange', update);
		return () => removeEventListener('hashchange', update);
	}, []);
	return place;
}
