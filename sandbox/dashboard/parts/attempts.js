import { html } from 'htm/preact';
import { formatDuration } from '../state/clock.js';
import { Badge } from './badge.js';
import { CopyButton } from './copy-button.js';
import { PlainText } from './text.js';
import { Time } from './time.js';

/**
 * A logged attempt to send something; `response_body` is the beginning of the answer.
 * @typedef {object} Attempt
 * @property {number} number
 * @property {string} verdict
 * @property {number | null} http_status
 * @property {string | null} error
 * @property {string} started_at
 * @property {number} duration_ms
 * @property {Record<string, unknown> | null} response_headers
 * @property {string | null} response_body
 */

/**
 * The number of attempts, and the status of the last one.
 * @param {{ count: number, status: number | null | undefined }} properties `status` of the last answer
 */
export function AttemptCount({ count, status }) {
	if (count === 0) return html`<span class="dim">–</span>`;
	return html`<span class="nowrap">${count} <span class="dim">· ${status ?? 'no answer'}</span></span>`;
}

/**
 * A list of attempts, the last one first.
 * @template {Attempt} Logged
 * @param {object} properties
 * @param {Logged[]} properties.attempts
 * @param {Record<string, string>} properties.verdicts what each verdict means
 * @param {(attempt: Logged) => string} properties.addressFor returns the method and URL of an attempt
 */
export function Attempts({ attempts, verdicts, addressFor }) {
	if (attempts.length === 0) return html`<p class="empty">None yet.</p>`;
	const cards = attempts.map(
		(attempt) =>
			html`<li key=${attempt.number} class="attempt card">
				<${AttemptCard}
					attempt=${attempt}
					meaning=${verdicts[attempt.verdict]}
					address=${addressFor(attempt)}
				/>
			</li>`,
	);
	return html`<ol class="plain-list" reversed>
		${cards.reverse()}
	</ol>`;
}

/** @param {{ attempt: Attempt, meaning: string | undefined, address: string }} properties */
function AttemptCard({ attempt, meaning, address }) {
	const { number, verdict, http_status: status, error, response_headers: headers } = attempt;
	const { response_body: body } = attempt;
	const label = `Headers of the answer to attempt ${number}`;
	return html`<div class="line">
			<strong>Attempt ${number}</strong>
			<${Badge} status=${verdict} text=${status === null ? 'no answer' : `HTTP ${status}`} />
			<span class="dim">${meaning}</span>
			<span class="spread">
				<${Time} at=${attempt.started_at} /> · ${formatDuration(attempt.duration_ms)}
			</span>
		</div>
		<p class="text dim">${address}</p>
		${error !== null && html`<p class="failure">${error}</p>`}
		${
			body !== null &&
			html`<p class="line"><span>As it came</span> <${CopyButton} text=${body} label="the answer" /></p>
				<${PlainText} label=${`Answer to attempt ${number}`} text=${body} />`
		}
		${headers && html`<${Headers} label=${label} lines=${toLines(headers)} />`}`;
}

/** @param {Record<string, unknown>} headers by name, each with its value or a list of them */
function toLines(headers) {
	return Object.entries(headers).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}: ${String(value)}`),
	);
}

/**
 * Headers as they were sent, one per line, which are collapsed at first.
 * @param {{ label: string, lines: string[] }} properties
 */
export function Headers({ label, lines }) {
	return html`<details>
		<summary>Headers</summary>
		<${PlainText} label=${label} text=${lines.join('\n')} />
	</details>`;
}
