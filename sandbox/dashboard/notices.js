import { useEffect, useState } from 'preact/hooks';

/**
 * Says what came of something that a person has done.
 * @typedef {{ id: number, kind: 'success' | 'error', text: string, link?: { href: string, text: string } }} Notice
 */

const SUCCESS_STAYS_MS = 10_000;
const AT_MOST = 3;

/** @type {Notice[]} */
let notices = [];
/** @type {Set<(notices: Notice[]) => void>} */
const watchers = new Set();
let lastId = 0;

/** @param {Notice[]} next */
function show(next) {
	notices = next;
	for (const watcher of watchers) watcher(next);
}

/** @param {number} id */
export function dismiss(id) {
	show(notices.filter((notice) => notice.id !== id));
}

/** @param {Omit<Notice, 'id'>} notice errors stay until they are dismissed */
export function notify(notice) {
	lastId += 1;
	const id = lastId;
	show([...notices, { ...notice, id }].slice(-AT_MOST));
	if (notice.kind === 'success') setTimeout(() => dismiss(id), SUCCESS_STAYS_MS);
}

export function useNotices() {
	const [shown, setShown] = useState(notices);
	useEffect(() => {
		watchers.add(setShown);
		return () => void watchers.delete(setShown);
	}, []);
	return shown;
}
