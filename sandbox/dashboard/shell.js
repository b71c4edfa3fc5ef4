import { html } from 'htm/preact';
import { useLive } from './changes.js';
import { dismiss, useNotices } from './notices.js';
import { Icon } from './parts/icon.js';
import { useResource } from './resource.js';
import { hrefOf } from './router.js';
import { ThemeChoice } from './theme-choice.js';

/** The sections in their groups, in the order of the navigation. */
const GROUPS = [
	{
		title: 'Play',
		sections: [{ path: '', title: 'Make it happen', icon: 'happen' }],
	},
	{
		title: 'Watch',
		sections: [
			{ path: 'messages', title: 'Messages', icon: 'messages' },
			{ path: 'batches', title: 'Batches', icon: 'batches' },
			{ path: 'deliveries', title: 'Deliveries', icon: 'deliveries' },
			{ path: 'dead-letters', title: 'Dead letters', icon: 'dead-letters' },
		],
	},
	{
		title: 'Account',
		sections: [
			{ path: 'keys', title: 'API keys', icon: 'keys' },
			{ path: 'numbers', title: 'Phone numbers', icon: 'numbers' },
			{ path: 'chat-app', title: 'Chat app', icon: 'chat-app' },
			{ path: 'credits', title: 'Credits', icon: 'credits' },
		],
	},
];

/**
 * What is around every section.
 * @param {{ section: string, children?: any }} properties
 */
export function Shell({ section, children }) {
	return html`<div class="shell">
		<button type="button" class="skip" onClick=${skipToMain}>Skip to the content</button>
		<header class="banner">
			<p class="brand">
				<img src="/dashboard/favicon.svg" alt="" width="28" height="28" />
				<span><strong>Voice Agent</strong> <span class="sandbox-mark">Sandbox</span></span>
			</p>
			<p class="plainly">
				<${Icon} name="warning" />
				<span
					>Development sandbox: no real calls, messages or money. Whoever reaches it may do everything.</span
				>
			</p>
			<${Connection} />
			<${ThemeChoice} />
		</header>
		<${Navigation} section=${section} />
		<main id="main" tabindex="-1">${children}</main>
		<${Notices} />
	</div>`;
}

function skipToMain() {
	document.getElementById('main')?.focus();
}

function Connection() {
	const live = useLive();
	return html`<p class=${`connection ${live ? 'live' : 'lost'}`} role="status">
		<span class="dot" aria-hidden="true"></span>${live ? 'Live' : 'Reconnecting…'}
	</p>`;
}

/** @param {{ section: string }} properties */
function Navigation({ section }) {
	const { data } = useResource('/status');
	/** @type {Record<string, { count: number, mood: string, words: string } | undefined>} */
	const counts = {
		deliveries: { count: data?.deliveries.pending ?? 0, mood: 'busy', words: 'pending' },
		'dead-letters': { count: data?.deliveries.dead_lettered ?? 0, mood: 'bad', words: 'given up' },
	};
	return html`<nav class="sections" aria-label="Sections">
		<div class="groups">
			${GROUPS.map(
				({ title, sections }) =>
					html`<h2 id=${`group-${title.toLowerCase()}`}>${title}</h2>
						<ul aria-labelledby=${`group-${title.toLowerCase()}`}>
							${sections.map(
								(one) =>
									html`<li key=${one.path}>
										<${SectionLink} ...${one} current=${one.path === section} count=${counts[one.path]} />
									</li>`,
							)}
						</ul>`,
			)}
		</div>
		<p class="about">
			<a href="/openapi.json" target="_blank" rel="noreferrer">OpenAPI document</a>
			${data && html`<span>Version ${data.version}</span><span>${data.data === null ? 'In memory: gone when it stops' : 'Kept on disk'}</span>`}
		</p>
	</nav>`;
}

/** @param {{ path: string, title: string, icon: string, current: boolean, count?: { count: number, mood: string, words: string } }} properties */
function SectionLink({ path, title, icon, current, count }) {
	return html`<a href=${hrefOf([path].filter(Boolean))} aria-current=${current ? 'page' : undefined}>
		<${Icon} name=${icon} />
		<span>${title}</span>
		${
			count !== undefined &&
			count.count > 0 &&
			html`<span class=${`count ${count.mood}`}
				>${count.count}<span class="visually-hidden"> ${count.words}</span></span
			>`
		}
	</a>`;
}

function Notices() {
	const notices = useNotices();
	return html`<div class="notices" role="status" aria-live="polite">
		${notices.map(
			({ id, kind, text, link }) =>
				html`<div key=${id} class=${`notice ${kind}`}>
					<p>${text} ${link && html`<a href=${link.href}>${link.text}</a>`}</p>
					<button type="button" class="plain" aria-label="Dismiss" onClick=${() => dismiss(id)}>
						<${Icon} name="close" />
					</button>
				</div>`,
		)}
	</div>`;
}
