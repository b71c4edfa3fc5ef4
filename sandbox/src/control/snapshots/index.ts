import { Type } from 'typebox';
import accountPart from '../../service/account/index.ts';
import authPart from '../../service/auth/index.ts';
import clockPart from '../../service/clock/index.ts';
import { endpoint } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import idsPart from '../../service/ids/index.ts';
import { definePart } from '../../service/plugin.ts';
import seedPart from '../../service/seed/index.ts';
import webhooksPart from '../../service/webhooks/index.ts';
import faultsPart from '../faults/index.ts';
import { SnapshotFile, Snapshot } from './snapshot-file.ts';
import { SNAPSHOT_TABLES, Snapshots } from './snapshots.ts';

declare module 'fastify' {
	interface FastifyInstance {
		snapshots: Snapshots;
	}
}

/** The largest file that can be imported. A string in JavaScript can be twice as long. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

const Named = Type.Pick(Snapshot, ['name']);

const listSnapshots = endpoint('GET /snapshots', {
	operationId: 'listSnapshots',
	command: 'snapshot list',
	summary: 'List the states that were saved',
	answer: Type.Object({ snapshots: Type.Array(Snapshot) }),
	handle: (_request, { snapshots }) => ({ snapshots: snapshots.list() }),
});

const saveSnapshot = endpoint('POST /snapshots', {
	operationId: 'saveSnapshot',
	command: 'snapshot save <name>',
	summary:
		'Save the present state: keys, webhook URLs, messages, deliveries, faults and everything else, and the time',
	body: Named,
	status: 201,
	answer: Snapshot,
	handle: ({ body: { name } }, { snapshots }) => snapshots.save(name),
});

const restoreSnapshot = endpoint('POST /snapshots/:name/restore', {
	operationId: 'restoreSnapshot',
	command: 'snapshot restore <name>',
	summary:
		'Go back to a state that was saved, and to its time; received requests are forgotten, and the first key keeps ' +
		'its signing secret',
	params: Named,
	answer: Snapshot,
	handle: async ({ params: { name } }, { clock, database, dispatcher, snapshots }) => {
		const restored = database.transaction(() => snapshots.restore(name));
		// Deliveries and replies that were waiting in the snapshot wait again.
		await clock.catchUp();
		dispatcher.start();
		return restored;
	},
});

const exportSnapshot = endpoint('GET /snapshots/:name/export', {
	operationId: 'exportSnapshot',
	command: 'snapshot export <name> <file>',
	summary: 'Write a state that was saved to a file; it contains secrets, e.g. those that sign webhooks',
	params: Named,
	answer: SnapshotFile,
	handle: ({ params: { name } }, { snapshots }) => snapshots.export(name),
});

const importSnapshot = endpoint('POST /snapshots/import', {
	operationId: 'importSnapshot',
	command: 'snapshot import <data>',
	summary: 'Take a state from a file, also one of another sandbox, in place of one of the same name',
	bodyLimit: MAX_FILE_BYTES,
	// Left to `handle`, whose message begins by saying that this is another kind of file.
	attachValidation: true,
	body: SnapshotFile,
	status: 201,
	answer: Snapshot,
	handle: ({ body, validationError }, { snapshots }) => {
		if (validationError) throw plainError(400, `This is no snapshot file: ${validationError.message}`);
		return snapshots.import(body);
	},
});

const deleteSnapshot = endpoint('DELETE /snapshots/:name', {
	operationId: 'deleteSnapshot',
	command: 'snapshot delete <name>',
	summary: 'Delete a state that was saved',
	params: Named,
	answer: Snapshot,
	handle: ({ params: { name } }, { snapshots }) => snapshots.remove(name),
});

/** Saved states of the account. */
export default definePart({
	dependencies: [accountPart, authPart, clockPart, faultsPart, idsPart, seedPart, webhooksPart],
	tables: SNAPSHOT_TABLES,
	provide: (app) => ({ snapshots: new Snapshots(app) }),
	control: [listSnapshots, saveSnapshot, restoreSnapshot, exportSnapshot, importSnapshot, deleteSnapshot],
});
