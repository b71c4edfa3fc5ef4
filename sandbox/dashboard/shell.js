import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { RECORD_KINDS } from './pages/records.js';
import { OpenDialog } from './parts/dialog.js';
import { Icon } from './parts/icon.js';
import { formatDuration, formatTime, localZone, sandboxNow } from './state/clock.js';
import { useResource, live } from './state/data.js';
import { dismiss, notices } from './state/notices.js';
import { hrefOf, place } from './state/place.js';
import { ThemeChoice } from './theme-choice.js';

/** @import { ComponentChildren } from 'preact' */

/** The sections in their groups, with their icons, in the order of the navigation. */
const GROUPS = {
	Try: {
		'': 'lightning-charge',
		chat: 'chat-right-text',
		connect: 'plug',
		'scripted-replies': 'reply-all',
		faults: 'sliders',
	},
	Watch: {
		requests: 'arrow-left-right',
		deliveries: 'send',
		'dead-letters': 'envelope-x',
		'function-calls': 'braces',
	},
	Conversations: {
		contacts: 'person-lines-fill',
		messages: 'chat-left-text',
		calls: 'telephone',
		chats: 'window',
		batches: 'megaphone',
	},
	Account: { keys: 'key', numbers: 'hash', 'chat-app': 'chat-dots', credits: 'wallet2' },
	Agents: { agents: 'robot', memories: 'people', functions: 'code-slash', knowledge: 'book', voices: 'mic' },
	Skills: { skills: 'gear', 'skill-runs': 'play' },
};
/** The titles of the sections. @type {Record<string, string>} */
const TITLES = {
	'': 'Make it happen',
	chat: 'Chat',
	connect: 'Connect n8n',
	faults: 'Faults and time',
	keys: 'API keys',
	credits: 'Credits',
	...Object.fromEntries(Object.entries(RECORD_KINDS).map(([section, { title }]) => [section, title])),
};

/** The frame around every section. @param {{ section: string, children: ComponentChildren }} properties */
export function Shell({ section, children }) {
	const [menu, setMenu] = useState(false);
	// The menu closes when a section is chosen.
	useEffect(() => setMenu(false), [place.value]);
	return html`<div class="shell">
		<button type="button" class="skip" onClick=${() => document.getElementById('main')?.focus()}>
			Skip to the content
		</button>
		<header class="banner">
			<p class="brand">
				<img src="/dashboard/favicon.svg" alt="" width="28" height="28" />
				<span><strong>Voice Agent</strong> <span class="badge warning">Sandbox</span></span>
				<${Account} />
			</p>
			<p class="plainly">
				<${Icon} name="exclamation-triangle" />
				<span>Development sandbox: no real calls, messages or money.</span>
			</p>
			<${Clock} />
			<p class="connection" role="status">
				<span class=${`badge ${live.value ? 'good' : 'warning'}`}
					>${live.value ? 'Live' : 'Reconnecting…'}</span
				>
			</p>
			<button type="button" class="menu small outline" aria-expanded=${menu} onClick=${() => setMenu(!menu)}>
				<${Icon} name="list" /> Menu
			</button>
		</header>
		<${Navigation} section=${section} open=${menu} />
		<main id="main" tabindex="-1">${children}</main>
		<${OpenDialog} />
		<${Notices} />
	</div>`;
}

/** Names the account if there are several; each has its own color. */
function Account() {
	const account = useResource('/status').data?.account;
	useEffect(() => {
		if (account !== undefined) document.documentElement.dataset.account = String(account);
	}, [account]);
	return account !== undefined && account > 1 && html`<span class="badge account">Account ${account}</span>`;
}

/** Shows the sandbox's time, on which all times on the page are based. */
function Clock() {
	const { data } = useResource('/clock');
	const [, tick] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => tick((count) => count + 1), 1000);
		return () => clearInterval(timer);
	}, []);
	if (data === undefined) return null;
	const ahead = Math.round(data.offset_seconds);
	const words = `${formatDuration(Math.abs(ahead) * 1000)} ${ahead > 0 ? 'ahead' : 'behind'}`;
	return html`<a
		class="clock"
		href=${hrefOf(['faults'])}
		title=${`The time in the sandbox, in your time zone, ${localZone}`}
	>
		<${Icon} name="clock" />
		${formatTime(sandboxNow())}${ahead !== 0 && html` <span class="tag">${words}</span>`}
	</a>`;
}

/** @param {{ section: string, open: boolean }} properties */
function Navigation({ section, open }) {
	const { data } = useResource('/status');
	const given = useResource('/dead-letters?limit=1&replayed=false').data;
	/** @type {Record<string, ComponentChildren>} */
	const counts = {
		deliveries: html`<${Count} count=${data?.deliveries.pending} mood="busy" words="pending" />`,
		'dead-letters': html`<${Count} count=${given?.total} mood="bad" words="given up" />`,
	};
	const link = (/** @type {[string, string]} */ [path, icon]) =>
		html`<li key=${path}>
			<a href=${hrefOf([path].filter(Boolean))} aria-current=${path === section ? 'page' : undefined}>
				<${Icon} name=${icon} /> <span>${TITLES[path]}</span> ${counts[path]}
			</a>
		</li>`;
	return html`<nav id="sections" class=${open ? 'open' : ''} aria-label="Sections">
		${Object.entries(GROUPS).map(([title, sections]) => [
			html`<h2>${title}</h2>`,
			html`<ul aria-label=${title}>
				${Object.entries(sections).map(link)}
			</ul>`,
		])}
		<p class="about">
			<a href="/docs" target="_blank" rel="noreferrer">API reference</a>
			<a href="/openapi.json" target="_blank" rel="noreferrer">OpenAPI document</a>
			${
				data &&
				html`<span>Version ${data.version}</span>
					<span>${data.data === null ? 'Kept until it stops' : 'Kept on disk'}</span>`
			}
			<${ThemeChoice} />
		</p>
	</nav>`;
}

/** @param {{ count: number | undefined, mood: string, words: string }} properties */
function Count({ count, mood, words }) {
	if (!count) return null;
	return html`<span class=${`badge count ${mood}`}
		>${count}<span class="visually-hidden"> ${words}</span></span
	>`;
}

function Notices() {
	return html`<div class="notices" role="status" aria-live="polite">
		${notices.value.map(
			({ id, kind, text, link }) =>
				html`<div key=${id} class=${`apart notice ${kind}`}>
					<p>${text} ${link && html`<a href=${link.href}>${link.text}</a>`}</p>
					<button type="button" class="plain" aria-label="Dismiss" onClick=${() => dismiss(id)}>
						<${Icon} name="x-lg" />
					</button>
				</div>`,
		)}
	</div>`;
}
