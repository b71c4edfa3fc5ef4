import type { DeletedOutput, ListOutput, RecordOutput } from '../operation';

/** The operation returns one record. */
export const record = (form: Omit<RecordOutput, 'kind'> = {}): RecordOutput => ({ kind: 'record', ...form });

/** The operation returns many records. */
export const list = (form: Omit<ListOutput, 'kind'>): ListOutput => ({ kind: 'list', ...form });

/** The operation deletes a record. */
export const deleted = (form: Omit<DeletedOutput, 'kind'> = {}): DeletedOutput => ({
	kind: 'deleted',
	...form,
});
