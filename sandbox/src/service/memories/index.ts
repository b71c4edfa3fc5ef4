import { Type, type Static } from 'typebox';
import clockPart from '../clock/index.ts';
import type { SeedName } from '../config.ts';
import { Records, recordTable } from '../database/records.ts';
import demoPart, { readDemo } from '../demo/index.ts';
import { endpoint, listEndpoint, Succeeded } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { E164, Timestamp } from '../http/values.ts';
import idsPart from '../ids/index.ts';
import { type App, definePart } from '../plugin.ts';
import { HOUR_MS } from '../time.ts';

/** The fields that update-memory can change (section 4). */
const Contents = Type.Object({
	summary: Type.String(),
	key_topics: Type.Array(Type.Unknown()),
	preferences: Type.Record(Type.String(), Type.Unknown(), { description: 'Replaced as a whole' }),
	relationship_notes: Type.String(),
});

/** Section 2, memory record. */
const Memory = Type.Object({ id: Type.String(), ...Contents.properties, last_updated: Timestamp });

/** The memory of a caller as stored, with the number (E.164), which the interface does not show. */
const StoredMemory = Type.Object({ ...Memory.properties, phone_number: Type.String() });
type StoredMemory = Static<typeof StoredMemory>;

const config = { notFoundCode: 'not_found' };

const updateMemory = endpoint('POST /update-memory', {
	operationId: 'updateMemory',
	summary: 'Change what is remembered of a caller; only included fields change',
	config,
	body: Type.Object({ memory_id: Type.String(), ...Type.Partial(Contents).properties }),
	example: {
		memory_id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10',
		summary: 'Prefers to be called in the morning.',
	},
	answer: Memory,
	handle: ({ body: { memory_id: id, ...changes } }, { clock, memories }) => {
		if (Object.keys(changes).length === 0) return memories.require(id);
		return memories.change(id, { ...changes, last_updated: clock.stamp() });
	},
});

const deleteMemory = endpoint('POST /delete-memory', {
	operationId: 'deleteMemory',
	summary: 'Forget a caller permanently',
	config,
	body: Type.Object({ memory_id: Type.String() }),
	example: { memory_id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10' },
	answer: Succeeded,
	handle: ({ body }, { memories }) => {
		memories.remove(body.memory_id);
		return { success: true as const };
	},
});

/** Creates the memory of a caller, which no endpoint of the interface does. */
const addMemory = endpoint('POST /memories', {
	operationId: 'addMemory',
	summary: 'Remember something of a caller',
	body: Type.Object({
		phone_number: E164,
		summary: Contents.properties.summary,
		...Type.Partial(Type.Omit(Contents, ['summary'])).properties,
	}),
	status: 201,
	answer: StoredMemory,
	handle: ({ body }, { clock, ids, memories }) => {
		if (memories.listBy('phone_number', body.phone_number).length > 0) {
			throw plainError(409, `There is a memory of ${body.phone_number} already`);
		}
		return memories.add({
			key_topics: [],
			preferences: {},
			relationship_notes: '',
			...body,
			id: ids.uuid('memory'),
			last_updated: clock.stamp(),
		});
	},
});

/** Lists the memories, most recently updated first. */
const listMemories = listEndpoint('memories', StoredMemory, ({ memories }) =>
	memories.list().sort((one, other) => Date.parse(other.last_updated) - Date.parse(one.last_updated)),
);

type SeededMemory = Omit<StoredMemory, 'id' | 'last_updated'>;

const MEMORIES = readDemo('memories') as readonly SeededMemory[];

/** Adds the memories of some callers. They are part of the history, so the empty account has none. */
function seedMemories({ clock, ids, memories }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	for (const [index, memory] of MEMORIES.entries()) {
		memories.add({
			...memory,
			id: ids.named(`seed memory ${memory.phone_number}`),
			last_updated: clock.stamp((MEMORIES.length - index) * 26 * HOUR_MS),
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The memories of callers. */
		memories: Records<StoredMemory>;
	}
}

/** Sections 2 and 4, memory. */
export default definePart({
	tag: 'Memory',
	dependencies: [clockPart, demoPart, idsPart],
	tables: recordTable('memories'),
	provide: (app) => ({ memories: new Records<StoredMemory>(app, 'memories', 'Memory') }),
	seed: seedMemories,
	functions: [updateMemory, deleteMemory],
	control: [listMemories, addMemory],
});
