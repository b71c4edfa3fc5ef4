import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { definePart } from '../plugin.ts';
import { Snapshot, SNAPSHOT_TABLES, Snapshots } from './snapshots.ts';

declare module 'fastify' {
	interface FastifyInstance {
		snapshots: Snapshots;
	}
}

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
		'Save the present state: keys, webhook URLs, messages, deliveries and everything else, and the time',
	body: Type.Pick(Snapshot, ['name']),
	status: 201,
	answer: Snapshot,
	write: ({ body: { name } }, { snapshots }) => snapshots.save(name),
});

const restoreSnapshot = endpoint('POST /snapshots/:name/restore', {
	operationId: 'restoreSnapshot',
	command: 'snapshot restore <name>',
	summary: 'Go back to a state that was saved, and to its time; faults and received requests are forgotten',
	params: Type.Pick(Snapshot, ['name']),
	answer: Snapshot,
	handle: async ({ params: { name } }, { clock, database, dispatcher, snapshots }) => {
		const restored = await database.write(() => snapshots.restore(name));
		// Deliveries and replies that were waiting in the snapshot wait again.
		await clock.catchUp();
		dispatcher.start();
		return restored;
	},
});

/** Saved states of the account. */
export default definePart({
	name: 'snapshots',
	dependencies: ['clock', 'ids', 'seed', 'webhooks'],
	tables: SNAPSHOT_TABLES,
	provide: (app) => ({ snapshots: new Snapshots(app) }),
	control: [listSnapshots, saveSnapshot, restoreSnapshot],
});
