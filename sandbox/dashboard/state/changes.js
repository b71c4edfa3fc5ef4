import { signal } from '@preact/signals';
import { refresh } from './cache.js';

/**
 * The messages between tabs: `live` says if changes are being received, `change` that there was one.
 * @typedef {{ live?: boolean, change?: true }} News
 */

/** The minimum time between two refreshes of the page. */
const MIN_PAUSE_MS = 300;
/** A page that takes long to refresh is left alone for so many times as long. */
const PAUSE_FACTOR = 4;

/** True while changes are being received. */
export const live = signal(false);

/** When the next refresh may begin, by `performance.now()`; infinite while one is going on. */
let nextRefresh = 0;
/** The number of changes so far. */
let changes = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Refreshes the page; several changes in a row lead to one refresh. */
function onChange() {
	changes += 1;
	if (nextRefresh < Infinity) timer ??= setTimeout(refreshPage, Math.max(0, nextRefresh - performance.now()));
}

async function refreshPage() {
	timer = undefined;
	const seen = changes;
	nextRefresh = Infinity;
	const start = performance.now();
	await refresh();
	const now = performance.now();
	nextRefresh = now + Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (now - start));
	if (changes > seen) onChange();
}

/**
 * Follows the changes. Browsers allow six connections to a server, so all tabs share one stream: the tab that
 * holds the lock opens it and tells the others, and when it is closed the next one takes over.
 */
export function followChanges() {
	const tabs = new BroadcastChannel('changes');
	let leads = false;

	/** @param {News} news */
	function take(news) {
		if (news.live !== undefined) live.value = news.live;
		if (news.change) onChange();
	}
	/** @param {News} news */
	function tell(news) {
		take(news);
		tabs.postMessage(news);
	}
	function lead() {
		leads = true;
		const stream = new EventSource('/sandbox/v1/live');
		stream.addEventListener('open', () => tell({ live: true }));
		stream.addEventListener('error', () => tell({ live: false }));
		stream.addEventListener('change', () => tell({ change: true }));
		return new Promise(() => undefined);
	}

	tabs.addEventListener('message', ({ data }) => {
		if (data !== 'hello') take(data);
		else if (leads) tabs.postMessage({ live: live.value });
	});
	tabs.postMessage('hello');
	// Browsers offer locks to pages from this machine and over HTTPS only.
	void ('locks' in navigator ? navigator.locks.request('changes', lead) : lead());
}
