import { signal } from '@preact/signals';
import { refresh } from './cache.js';

/**
 * The messages between tabs: `live` says if changes are being received, `change` that there was one.
 * @typedef {{ live?: boolean, change?: true }} News
 */

/** The minimum time between two refreshes of the page. */
const PAUSE_MS = 300;

/** True while changes are being received. */
export const live = signal(false);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let lastRefresh = 0;

/** Refreshes the page; several changes in a row lead to one refresh. */
function onChange() {
	const read = () => {
		timer = undefined;
		lastRefresh = performance.now();
		refresh();
	};
	timer ??= setTimeout(read, Math.max(0, lastRefresh + PAUSE_MS - performance.now()));
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
		if (data === 'hello') leads && tabs.postMessage({ live: live.value });
		else take(data);
	});
	tabs.postMessage('hello');
	// Browsers offer locks to pages from this machine and over HTTPS only.
	void (navigator.locks === undefined ? lead() : navigator.locks.request('changes', lead));
}
