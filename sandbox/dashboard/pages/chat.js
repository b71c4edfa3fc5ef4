import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field } from '../parts/form.js';
import { Page, ResourceState } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { useResource } from '../state/data.js';
import { hrefOf, place } from '../state/place.js';
import { Conversation } from './conversation.js';

/** @import { Contact } from '../../src/client/records.ts' */

/** The number of Dana, the person in the demo account with the longest history. */
const DEMO_PERSON = '14155550123';

/** The page on which one writes as a person and sees the answers of the workflow beside it. */
export function ChatPage() {
	const resource = useResource('/contacts?limit=50');
	const contacts = resource.data?.contacts ?? [];
	const id = place.value.path[1] ?? DEMO_PERSON;
	const number = `+${id}`;
	const known = contacts.some((one) => one.id === id);
	const lead = 'Write as a person, and see what your workflow does and answers.';
	const start = button('plus-lg', 'New person', writeAsNewPerson);
	return html`<${Page} title="Chat" lead=${lead} actions=${start}>
		<${ResourceState} resource=${resource} />
		${
			resource.data &&
			html`<div class="messenger">
				<nav class="people" aria-label="People">
					${!known && html`<${Person} id=${id} current phone_number=${number} name=${null} />`}
					${contacts.map((one) => html`<${Person} key=${one.id} ...${one} current=${one.id === id} />`)}
				</nav>
				<${Conversation} key=${number} number=${number} />
			</div>`
		}
	<//>`;
}

/** @param {Pick<Contact, 'id' | 'name' | 'phone_number'> & { last_active_at?: string, current: boolean }} contact */
function Person({ id, name, phone_number: number, last_active_at: at, current }) {
	return html`<a href=${hrefOf(['chat', id])} aria-current=${current ? 'page' : undefined}>
		<strong>${name ?? number}</strong>
		<span class="dim">${at ? html`<${Time} at=${at} />` : 'new'}</span>
	</a>`;
}

function writeAsNewPerson() {
	openForm({
		title: 'Write as a new person',
		fields: [field('number', 'number', 'Number', { required: true, placeholder: 'e.g. +14155550188' })],
		action: 'Write',
		act: (/** @type {{ number: string }} */ { number }) => {
			location.hash = hrefOf(['chat', number.slice(1)]);
		},
	});
}
