import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The key in the context of the execution, which all its nodes share and n8n keeps with it. */
const RECORDS_KEY = 'voiceAgentRecords';

/**
 * How long the ID of a record is kept, in milliseconds. A later request can be taken for it only while
 * their times cannot be told apart, which the slowest answer makes a matter of minutes.
 */
const KEPT_MS = 600_000;

/** The data that n8n keeps with the execution. */
interface KeptRecords extends IDataObject {
	/** When the record of a request was put out, by its ID, in milliseconds since 1970. */
	ids: Record<string, number>;
	/** The hashed keys of requests of which it is not known which record they have created, if any. */
	uncertain: string[];
}

/**
 * The records that the requests of this execution have created, whatever node and run of the node sent them, so
 * that the record of one request is not taken for that of another. A sub-workflow and a retry are executions
 * of their own.
 */
export class ExecutionRecords {
	private readonly kept: KeptRecords;

	constructor(context: IExecuteFunctions) {
		const flow = context.getContext('flow');
		this.kept = (flow[RECORDS_KEY] ??= { ids: {}, uncertain: [] }) as KeptRecords;
		const earliest = Date.now() - KEPT_MS;
		for (const [id, at] of Object.entries(this.kept.ids)) if (at < earliest) delete this.kept.ids[id];
	}

	/** Takes note of the record that a request has created. */
	add(id: string): void {
		this.kept.ids[id] = Date.now();
	}

	/** Tells whether another request has created the record. */
	has(id: string): boolean {
		return Object.hasOwn(this.kept.ids, id);
	}

	/** Takes note of a request of which it is not known which record it has created. @param key Of its kind. */
	addUncertain(key: string): void {
		if (!this.isUncertain(key)) this.kept.uncertain.push(hashed(key));
	}

	/** Tells whether the record of such a request could be taken for that of a request with this key. */
	isUncertain(key: string): boolean {
		return this.kept.uncertain.includes(hashed(key));
	}
}

/** The key holds the text of a message, which n8n should not store once more. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('hex');
