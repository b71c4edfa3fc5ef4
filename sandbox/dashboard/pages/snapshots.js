import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import { button } from '../parts/button.js';
import { field, Form } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { actionsColumn, Table } from '../parts/list.js';
import { card } from '../parts/page.js';
import { column } from '../parts/value.js';
import { call, refresh, useResource } from '../state/data.js';
import { notifyError, notifySuccess } from '../state/notices.js';

/** @import { TargetedInputEvent } from 'preact' */
/** @import { Snapshot } from '../../src/client/records.ts' */
/** @import { Column } from '../parts/list.js' */

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
			button('arrow-counterclockwise', 'Restore', () => restore(name), { of: name }),
			exportLink(name),
			button('trash3', '', () => call('DELETE', `/snapshots/${name}`), { label: `Delete ${name}` }),
		]),
	];
	return card(
		'Snapshots',
		html`<p>
				A snapshot keeps everything, from keys and webhook URLs to messages, faults and the time. Requests are
				not in it. An exported one is a file for another sandbox; it contains secrets.
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
			<${Form}
				label="Save a snapshot"
				fields=${fields}
				action="Save snapshot"
				act=${save}
				beside=${html`<${Import} />`}
			/>`,
	);
}

/** @param {string} name */
const exportLink = (name) =>
	html`<a
		role="button"
		class="small secondary outline"
		aria-label=${`Export ${name}`}
		title=${`Export ${name}`}
		href=${`/sandbox/v1/snapshots/${name}/export`}
		download=${`${name}.json`}
		><${Icon} name="download"
	/></a>`;

/** A button to choose a file with an exported snapshot, which is then listed. */
function Import() {
	const input = useRef(/** @type {HTMLInputElement | null} */ (null));
	/** @param {TargetedInputEvent<HTMLInputElement>} event */
	async function onChange({ currentTarget }) {
		const [file] = currentTarget.files ?? [];
		if (file === undefined) return;
		await importSnapshot(file).catch(notifyError);
		// Otherwise the same file could not be chosen again.
		currentTarget.value = '';
		void refresh();
	}
	return html`<input
			ref=${input}
			type="file"
			accept=".json,application/json"
			hidden
			aria-label="Snapshot file"
			onChange=${onChange}
		/>${button('upload', 'Import a file', () => input.current?.click(), { className: 'secondary outline' })}`;
}

/** @param {File} file */
async function importSnapshot(file) {
	const { name } = await call('POST', '/snapshots/import', await readJson(file));
	notifySuccess(`The snapshot ${name} is imported.`);
}

/**
 * @param {File} file
 * @throws {Error} when it is not JSON
 */
async function readJson(file) {
	try {
		return JSON.parse(await file.text());
	} catch {
		throw new Error(`${file.name} is no snapshot file: it is not JSON.`);
	}
}
