import { html } from 'htm/preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** @import { ComponentChildren } from 'preact' */
/** @import { Resource } from '../state/data.js' */

/** True once a section has been shown; the first one does not move the focus. */
let arrived = false;

/**
 * @typedef {object} PageProperties
 * @property {ComponentChildren} title
 * @property {ComponentChildren} [lead]
 * @property {ComponentChildren} [actions] beside the title
 * @property {ComponentChildren} children
 */

/**
 * A section of the dashboard. Its heading takes the focus, for users of a keyboard or a screen reader.
 * @param {PageProperties} properties
 */
export function Page({ title, lead, actions, children }) {
	const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
	useLayoutEffect(() => {
		// A title may consist of several parts.
		document.title = `${heading.current?.textContent} · Voice Agent sandbox`;
	}, [title]);
	useEffect(() => {
		if (arrived) heading.current?.focus();
		arrived = true;
	}, []);
	return html`<div class="page">
		<header class="apart page-heading">
			<div>
				<h1 ref=${heading} tabindex="-1">${title}</h1>
				${lead && html`<p class="dim">${lead}</p>`}
			</div>
			${actions && html`<div class="actions">${actions}</div>`}
		</header>
		${children}
	</div>`;
}

/**
 * Shows that an answer is loading, or why there is none; shows nothing when there is one.
 * @param {{ resource: Resource, absent?: string }} properties `absent` is said when there is no such thing
 */
export function ResourceState({ resource: { data, error }, absent }) {
	if (error !== undefined) {
		const text = error.status === 404 && absent ? absent : error.message;
		return html`<p class=${data === undefined ? 'empty' : 'failure'} role="status">${text}</p>`;
	}
	return data === undefined ? html`<p class="empty" aria-busy="true">Loading…</p>` : null;
}

/**
 * A part of a section under a heading of its own.
 * @param {string} title
 * @param {ComponentChildren} content
 */
export const card = (title, content) =>
	html`<section class="card" aria-label=${title}>
		<h2>${title}</h2>
		${content}
	</section>`;
