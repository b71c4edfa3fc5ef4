import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';

/** Whether a section has been shown; the first one leaves the focus where the browser puts it. */
let arrived = false;

/**
 * A section of the dashboard: its heading takes the focus, so that whoever navigates by keyboard or ear is there.
 * @param {{ title: string, lead?: any, actions?: any, children?: any }} properties
 */
export function Page({ title, lead, actions, children }) {
	const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
	useEffect(() => {
		document.title = `${title} · Voice Agent sandbox`;
	}, [title]);
	useEffect(() => {
		if (arrived) heading.current?.focus();
		arrived = true;
	}, []);
	return html`<div class="page">
		<header class="page-heading">
			<div>
				<h1 ref=${heading} tabindex="-1">${title}</h1>
				${lead && html`<p class="lead">${lead}</p>`}
			</div>
			${actions && html`<div class="actions">${actions}</div>`}
		</header>
		${children}
	</div>`;
}

/**
 * Why something cannot be shown; nothing when it can.
 * @param {{ resource: import('../resource.js').Resource<any>, absent?: string }} properties `absent` is said when this sandbox has no such thing
 */
export function Trouble({ resource: { error, data }, absent }) {
	if (error === undefined) return null;
	const text = error.status === 404 && absent ? absent : error.message;
	return html`<p class=${data === undefined ? 'empty' : 'failure'} role="status">${text}</p>`;
}
