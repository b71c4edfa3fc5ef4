import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { CopyButton } from './copy-button.js';
import { Text } from './text.js';

/** @import { TargetedToggleEvent } from 'preact' */

/**
 * An object as the control API returns it, which is formatted once the user opens it.
 * @param {{ value: object }} properties
 */
export function RawJson({ value }) {
	const [open, setOpen] = useState(false);
	const text = JSON.stringify(value, null, 2);
	/** @param {TargetedToggleEvent<HTMLDetailsElement>} event */
	const onToggle = (event) => setOpen(event.currentTarget.open);
	return html`<details class="raw" onToggle=${onToggle}>
		<summary>Raw JSON</summary>
		${
			open &&
			html`<p class="line">
					<${CopyButton} text=${text} label="raw JSON" />
					<a href="/docs" target="_blank" rel="noreferrer">What the fields mean</a>
				</p>
				<${Text} label="Raw JSON" text=${text} />`
		}
	</details>`;
}
