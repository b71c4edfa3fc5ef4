import { useEffect, useState } from 'preact/hooks';

/**
 * What was made to happen since this page was opened, newest first; it stays while people look at other sections.
 * @typedef {{ number: number, event: string, at: string, answer: any }} Happened
 */

const KEPT = 5;

/** @type {Happened[]} */
let happened = [];
/** @type {Set<(happened: Happened[]) => void>} */
const watchers = new Set();

/**
 * @param {string} event
 * @param {any} answer of the control call
 */
export function remember(event, answer) {
	const number = (happened[0]?.number ?? 0) + 1;
	happened = [{ number, event, at: new Date().toISOString(), answer }, ...happened].slice(0, KEPT);
	for (const watcher of watchers) watcher(happened);
}

export function useHappened() {
	const [shown, setShown] = useState(happened);
	useEffect(() => {
		watchers.add(setShown);
		return () => void watchers.delete(setShown);
	}, []);
	return shown;
}
