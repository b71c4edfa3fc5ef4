import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { MemoryRecord, toMemoryRecord } from './record.ts';

const ListedMemory = Type.Object({ ...MemoryRecord.properties, phone_number: Type.String() });

/** Lists memory records, which no endpoint of the interface does. */
export const memoryControl: Routes = (app) => {
	const { memories } = app;
	app.get(
		'/memories',
		{ schema: { response: { 200: Type.Object({ memories: Type.Array(ListedMemory) }) } } },
		() => ({
			memories: memories
				.list()
				.map((memory) => ({ ...toMemoryRecord(memory), phone_number: memory.phoneNumber })),
		}),
	);
};
