import { signal } from '@preact/signals';

/**
 * Says what came of something that a person did.
 * @typedef {{ id: number, kind: 'success' | 'error', text: string, link?: { href: string, text: string } }} Notice
 */

const SUCCESS_STAYS_MS = 10_000;
const AT_MOST = 3;

/** @type {import('@preact/signals').Signal<Notice[]>} */
export const notices = signal([]);
let lastId = 0;

/** @param {number} id */
export function dismiss(id) {
	notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** @param {Omit<Notice, 'id'>} notice errors stay until they are dismissed */
function notify(notice) {
	const id = (lastId += 1);
	notices.value = [...notices.value, { ...notice, id }].slice(-AT_MOST);
	if (notice.kind === 'success') setTimeout(() => dismiss(id), SUCCESS_STAYS_MS);
}

/**
 * @param {string} text
 * @param {Notice['link']} [link]
 */
export const notifySuccess = (text, link) => notify({ kind: 'success', text, ...(link && { link }) });

/** @param {unknown} error */
export const notifyError = (error) =>
	notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
