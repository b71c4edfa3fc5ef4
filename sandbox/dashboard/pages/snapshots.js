import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { field, Form } from '../parts/form.js';
import { card } from '../parts/page.js';
import { actionsColumn, Table } from '../parts/table.js';
import { column } from '../parts/value.js';
import { call } from '../state/api.js';
import { useResource } from '../state/cache.js';
import { notifySuccess } from '../state/notices.js';

/** @import { Snapshot } from '../../src/client/records.ts' */
/** @import { Column } from '../parts/table.js' */

/** Saved states of the sandbox, which can be restored. */
export function Snapshots() {
	const { snapshots = [] } = useResource('/snapshots').data ?? {};
	const fields = [field('text', 'name', 'Name', { required: true, placeholder: 'e.g. before-the-demo' })];
	/** @param {object} values */
	async function save(values) {
		const { name } = await call('POST', '/snapshots', values);
		notifySuccess(`The state is saved as ${name}.`);
	}
	/** @param {string} name */
	async function restore(name) {
		await call('POST', `/snapshots/${name}/restore`);
		notifySuccess(`Everything is as it was in ${name}, and the clock as well.`);
	}
	/** @type {Column<Snapshot>[]} */
	const columns = [
		column('name'),
		column('saved_at'),
		actionsColumn(({ name }) => [
			button('arrow-counterclockwise', 'Restore', () => restore(name), { label: `Restore ${name}` }),
			button('trash3', 'Delete', () => call('DELETE', `/snapshots/${name}`), { label: `Delete ${name}` }),
		]),
	];
	return card(
		'Snapshots',
		html`<p>
				A snapshot keeps everything, from keys and webhook URLs to messages, faults and the time. Requests are
				not in it.
			</p>
			${
				snapshots.length > 0 &&
				html`<${Table}
					label="Snapshots"
					rows=${snapshots}
					columns=${columns}
					keyOf=${(/** @type {Snapshot} */ { name }) => name}
				/>`
			}
			<${Form} label="Save a snapshot" fields=${fields} action="Save snapshot" act=${save} />`,
	);
}
