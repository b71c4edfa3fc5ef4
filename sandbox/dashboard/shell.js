import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { OpenDialog } from './parts/dialog.js';
import { Icon } from './parts/icon.js';
import { RECORD_KINDS } from './pages/record-kinds.js';
import { useResource } from './state/cache.js';
import { live } from './state/changes.js';
import { formatDuration, formatTime, sandboxNow } from './state/clock.js';
import { dismiss, notices } from './state/notices.js';
import { hrefOf, place } from './state/place.js';
import { ThemeChoice } from './theme-choice.js';

/** The sections in their groups, in the order of the navigation: path, icon, and the title where no kind of record gives it. */
const GROUPS = {
	Try: [
		['', 'lightning-charge', 'Make it happen'],
		['connect', 'plug', 'Connect n8n'],
		['faults', 'sliders', 'Faults and time'],
	],
	Watch: [
		['requests', 'arrow-left-right'],
		['messages', 'chat-left-text'],
		['calls', 'telephone'],
		['chats', 'window'],
		['batches', 'megaphone'],
		['deliveries', 'send'],
		['dead-letters', 'envelope-x'],
	],
	Account: [
		['keys', 'key', 'API keys'],
		['numbers', 'hash'],
		['chat-app', 'chat-dots', 'Chat app'],
		['credits', 'wallet2', 'Credits'],
	],
	Agents: [
		['agents', 'robot'],
		['skills', 'gear'],
		['skill-runs', 'play'],
		['memories', 'person-lines-fill'],
		['functions', 'code-slash'],
		['knowledge', 'book'],
		['voices', 'mic'],
	],
};

/**
 * What is around every section.
 * @param {{ section: string, children?: any }} properties
 */
export function Shell({ section, children }) {
	const [menu, setMenu] = useState(false);
	// Whoever has chosen a section wants to see it, not the menu.
	useEffect(() => setMenu(false), [place.value]);
	return html`<div class="shell">
		<button type="button" class="skip" onClick=${() => document.getElementById('main')?.focus()}>
			Skip to the content
		</button>
		<header class="banner">
			<p class="brand">
				<img src="/dashboard/favicon.svg" alt="" width="28" height="28" />
				<span><strong>Voice Agent</strong> <span class="sandbox-mark">Sandbox</span></span>
			</p>
			<p class="plainly">
				<${Icon} name="exclamation-triangle" />
				<span
					>Development sandbox: no real calls, messages or money. Whoever reaches it may do everything.</span
				>
			</p>
			<${Clock} />
			<p class="connection" role="status">
				<span class=${`dot ${live.value ? 'live' : ''}`} aria-hidden="true"></span
				>${live.value ? 'Live' : 'Reconnecting…'}
			</p>
			<${ThemeChoice} />
			<button
				type="button"
				class="menu small secondary outline"
				aria-expanded=${menu}
				aria-controls="sections"
				onClick=${() => setMenu(!menu)}
			>
				<${Icon} name="list" /> Menu
			</button>
		</header>
		<${Navigation} section=${section} open=${menu} />
		<main id="main" tabindex="-1">${children}</main>
		<${OpenDialog} />
		<${Notices} />
	</div>`;
}

/** The sandbox's time: all times on the page are in it. */
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
	return html`<a class="clock" href=${hrefOf(['faults'])} title="The time in the sandbox">
		<${Icon} name="clock" />
		${formatTime(sandboxNow())}${ahead !== 0 && html` <span class="tag">${words}</span>`}
	</a>`;
}

function Navigation({ section, open }) {
	const { data } = useResource('/status');
	const given = useResource('/dead-letters?limit=1&replayed=false').data;
	const counts = {
		deliveries: html`<${Count} count=${data?.deliveries.pending} mood="busy" words="pending" />`,
		'dead-letters': html`<${Count} count=${given?.total} mood="bad" words="given up" />`,
	};
	return html`<nav id="sections" class=${open ? 'open' : ''} aria-label="Sections">
		${Object.entries(GROUPS).map(
			([title, sections]) =>
				html`<h2 id=${`group-${title}`}>${title}</h2>
					<ul aria-labelledby=${`group-${title}`}>
						${sections.map(
							([path = '', icon, own]) =>
								html`<li key=${path}>
									<a
										href=${hrefOf([path].filter(Boolean))}
										aria-current=${path === section ? 'page' : undefined}
									>
										<${Icon} name=${icon} /> <span>${own ?? RECORD_KINDS[path]?.title}</span>
										${counts[path]}
									</a>
								</li>`,
						)}
					</ul>`,
		)}
		<p class="about">
			<a href="/openapi.json" target="_blank" rel="noreferrer">OpenAPI document</a>
			${data && html`<span>Version ${data.version}</span><span>${data.data === null ? 'Kept until it stops' : 'Kept on disk'}</span>`}
		</p>
	</nav>`;
}

function Count({ count, mood, words }) {
	return (
		count > 0 &&
		html`<span class=${`badge count ${mood}`}>${count}<span class="visually-hidden"> ${words}</span></span>`
	);
}

function Notices() {
	return html`<div class="notices" role="status" aria-live="polite">
		${notices.value.map(
			({ id, kind, text, link }) =>
				html`<div key=${id} class=${`notice ${kind}`}>
					<p>${text} ${link && html`<a href=${link.href}>${link.text}</a>`}</p>
					<button type="button" class="plain" aria-label="Dismiss" onClick=${() => dismiss(id)}>
						<${Icon} name="x-lg" />
					</button>
				</div>`,
		)}
	</div>`;
}
