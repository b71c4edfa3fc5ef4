import { signal } from '@preact/signals';

/**
 * A notice of the result of a user's action.
 * @typedef {{ href: string, text: string }} Link
 * @typedef {{ id: number, kind: 'success' | 'error', text: string, link?: Link }} Notice
 */

const SUCCESS_STAYS_MS = 10_000;
const AT_MOST = 3;

/** @type {import('@preact/signals').Signal<Notice[]>} */
export const notices = signal([]);
let lastId = 0;

/** @param {number} id of a notice */
export const dismiss = (id) => void (notices.value = notices.value.filter((notice) => notice.id !== id));

/**
 * @param {Notice['kind']} kind
 * @param {string} text
 * @param {Link} [link]
 */
function notify(kind, text, link) {
	const id = (lastId += 1);
	notices.value = [...notices.value, { id, kind, text, link }].slice(-AT_MOST);
	return id;
}

/**
 * @param {string} text
 * @param {Link} [link]
 */
export function notifySuccess(text, link) {
	const id = notify('success', text, link);
	setTimeout(() => dismiss(id), SUCCESS_STAYS_MS);
}

/**
 * It stays until it is dismissed.
 * @param {Error} error
 * @param {Link} [link]
 */
export const notifyError = (error, link) => void notify('error', error.message, link);
