import { Type } from 'typebox';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { AnyError, plainError } from '../http/errors.ts';
import { compileValidator } from '../http/validation.ts';
import type { Routes } from '../plugin.ts';
import { cancelBatch } from './cancel.ts';
import { beginningOf, createBatch } from './create.ts';
import { BatchRecord } from './batch.ts';
import { CancelRequest, CreateRequest } from './schema.ts';

const Request = Type.Union([CreateRequest, CancelRequest]);
const Answer = Type.Union([
	Type.Object({ batch: BatchRecord }),
	Type.Object({ success: Type.Literal(true), message: Type.String() }),
]);

/** Section 4, batch calls: one address, and an `action` that says what is asked. */
export const batchFunctions: Routes = (app) => {
	const { batches, campaigns, clock, database } = app;
	app.post(
		'/batch-calls',
		{
			validatorCompiler: validateByAction,
			schema: {
				tags: ['Batch calls'],
				summary: 'Create or cancel a campaign of outbound calls',
				body: Request,
				response: { 200: Answer, '4xx': AnyError },
			},
		},
		async ({ body }) => {
			await campaigns.catchUp();
			if (body.action === 'cancel') {
				await database.write(() => cancelBatch(body.batch_id, { batches, clock }));
				return { success: true as const, message: 'Batch cancelled' };
			}
			const beginning = beginningOf(body);
			const { id } = await database.write(() => createBatch(body, beginning, app));
			// It starts immediately: what is due at once has happened when the answer comes.
			await campaigns.catchUp();
			const batch = batches.find(id);
			if (batch === undefined) throw plainError(404, 'Batch not found');
			return { batch };
		},
	);
};

/** Checks a body against the schema of its action alone, so that the answer names the field that is wrong. */
const validateByAction: FastifySchemaCompiler<TSchema> = (route) => {
	const create = compileValidator({ ...route, schema: CreateRequest });
	const cancel = compileValidator({ ...route, schema: CancelRequest });
	return (value: unknown) => {
		const action: unknown =
			typeof value === 'object' && value !== null && 'action' in value ? value.action : undefined;
		if (action === 'create') return create(value);
		if (action === 'cancel') return cancel(value);
		return { error: plainError(400, 'action must be one of create, cancel') };
	};
};
