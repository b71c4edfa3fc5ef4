import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field, optionsOf } from '../parts/form.js';
import { actionsColumn } from '../parts/list.js';
import { call } from '../state/data.js';
import { hrefOf } from '../state/place.js';

/** @import { RecordKind } from './records.js' */

const REPLIERS = { person: 'A person', agent: 'An agent, to an SMS' };

/** The rules by which people and agents reply. @type {RecordKind<'/scripted-replies'>} */
export const scriptedReplies = {
	title: 'Scripted replies',
	lead: 'Replies that contacts and agents send by themselves. The first rule that fits is used.',
	path: '/scripted-replies',
	name: null,
	columns: [
		{ title: 'Who replies', cell: ({ replier }) => REPLIERS[replier] },
		{ title: 'Number', className: 'nowrap', cell: ({ number }) => number ?? 'any' },
		{ title: 'To a text with', cell: ({ contains }) => contains ?? 'anything' },
		{ title: 'Reply', className: 'wide', cell: ({ body }) => body },
		{ title: 'After', cell: ({ after_seconds: seconds }) => `${seconds} s` },
		{ title: 'Replies left', cell: ({ remaining }) => remaining ?? 'until removed' },
		actionsColumn(({ id, body }) =>
			button('trash3', 'Remove', () => call('DELETE', `/scripted-replies/${id}`), {
				of: `“${body}”`,
			}),
		),
	],
	empty: html`No rules yet. Add one, or reply to single messages under${' '}
		<a href=${hrefOf(['messages'])}>Messages</a>.`,
	actions: button('plus-lg', 'Add rule', add, { className: '' }),
};

function add() {
	openForm({
		title: 'Add a scripted reply',
		fields: [
			field('choice', 'replier', 'Who replies', { options: optionsOf(REPLIERS) }),
			field('chatNumber', 'number', 'Number', {
				hint: "The person's, or the service number that the agent answers on. Left empty: any.",
			}),
			field('text', 'contains', 'Only if the text contains', { placeholder: 'e.g. appointment' }),
			field('long', 'body', 'Reply', { required: true, placeholder: 'e.g. Yes, please' }),
			field('decimal', 'after_seconds', 'After (seconds)', { value: '2', required: true }),
			field('whole', 'count', 'How many replies', { placeholder: 'Left empty: until removed' }),
		],
		action: 'Add rule',
		act: async (values) => void (await call('POST', '/scripted-replies', values)),
	});
}
