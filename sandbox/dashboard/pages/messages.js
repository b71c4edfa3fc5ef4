import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Icon } from '../parts/icon.js';
import { Page, ResourceState } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { hrefOf } from '../router.js';

const PAGE_SIZE = 50;

/**
 * Messages of both channels (section 2), newest first.
 * @param {{ parameters: URLSearchParams }} properties
 */
export function MessagesPage({ parameters }) {
	const offset = Math.max(0, Math.floor(Number(parameters.get('offset')) || 0));
	const resource = useResource(`/messages?limit=${PAGE_SIZE}&offset=${offset}`);
	const total = resource.data?.total ?? 0;
	return html`<${Page} title="Messages" lead="SMS and chat-app messages, the newest first.">
		<${ResourceState} resource=${resource} />
		<${Table}
			label="Messages"
			rows=${resource.data?.messages}
			empty="There is no message yet. Make an SMS arrive to see one."
			columns=${[
				{ title: 'Time and channel', cell: Origin },
				{ title: 'From and to', cell: Numbers },
				{ title: 'Message', className: 'wide', cell: Message },
				{ title: 'Status', cell: Status },
			]}
		/>
		<${Pages} offset=${offset} total=${total} />
	<//>`;
}

/** @param {any} row */
function Origin({ created_at: createdAt, channel }) {
	return html`<${Time} at=${createdAt} /><br /><span class="tag"
			>${channel === 'sms' ? 'SMS' : 'Chat app'}</span
		>`;
}

/** @param {any} row */
function Numbers({ direction, from_number: from, to_number: to }) {
	return html`<span class="direction nowrap">
		<${Icon} name=${direction} /><span class="visually-hidden">${direction}: </span>
		<span>${from}<br /><span class="dim">to ${to}</span></span>
	</span>`;
}

/** @param {any} row */
function Message({ body, media, is_ai_generated: byAgent, sentiment, translation }) {
	return html`<p class="message-text">${body}</p>
		${translation && html`<p class="message-text dim"><span class="tag">translation</span> ${translation}</p>`}
		${media.map(
			(/** @type {any} */ { url, kind, mime_type: type, caption }) =>
				html`<a class="attachment" href=${url} target="_blank" rel="noreferrer" title=${type}
					><${Icon} name="attachment" /> ${caption ?? kind}</a
				>`,
		)}
		${byAgent && html`<span class="tag">AI agent</span> `}${sentiment && html`<span class="tag">${sentiment}</span>`}`;
}

/** @param {any} row */
function Status({ status, delivery_error: error }) {
	return html`<${Badge} status=${status} />
		${error && html`<p class="delivery-error" title=${error.at}><code>${error.code}</code> ${error.reason}</p>`}`;
}

/** @param {{ offset: number, total: number }} properties */
function Pages({ offset, total }) {
	const last = Math.min(offset + PAGE_SIZE, total);
	/** @param {number} to */
	const href = (to) => hrefOf(['messages'], { offset: to > 0 ? String(to) : undefined });
	return html`<nav class="foot pages" aria-label="Pages of messages">
		<span>${total === 0 ? '' : `${Math.min(offset + 1, total)} to ${last} of ${total}`}</span>
		<span class="actions">
			${offset > 0 && html`<a href=${href(offset - PAGE_SIZE)}>Newer</a>`}
			${last < total && html`<a href=${href(offset + PAGE_SIZE)}>Older</a>`}
		</span>
	</nav>`;
}
