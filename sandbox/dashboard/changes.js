import { useEffect, useState } from 'preact/hooks';

/** At most so often is everything on the page asked for again. */
const PAUSE_MS = 300;

/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Set<(live: boolean) => void>} */
const watchers = new Set();
let live = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let lastTold = 0;

/** Tells the listeners that something has changed; many changes in a row are told together. */
function tell() {
	if (timer !== undefined) return;
	timer = setTimeout(
		() => {
			timer = undefined;
			lastTold = performance.now();
			for (const listener of listeners) listener();
		},
		Math.max(0, lastTold + PAUSE_MS - performance.now()),
	);
}

/** @param {boolean} now */
function setLive(now) {
	live = now;
	for (const watcher of watchers) watcher(now);
}

/** Opens the stream of changes; the browser opens it again by itself when it breaks. */
export function followChanges() {
	const source = new EventSource('/sandbox/v1/changes');
	source.addEventListener('open', () => setLive(true));
	source.addEventListener('error', () => setLive(false));
	source.addEventListener('change', tell);
}

/**
 * @param {() => void} listener called after every change
 * @returns {() => void} ends it
 */
export function onChange(listener) {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** Whether changes arrive. */
export function useLive() {
	const [shown, setShown] = useState(live);
	useEffect(() => {
		setShown(live);
		watchers.add(setShown);
		return () => void watchers.delete(setShown);
	}, []);
	return shown;
}
