import type { IExecuteFunctions } from 'n8n-workflow';

interface Question {
	key: string;
	resolve: (isNew: boolean) => void;
	reject: (reason: unknown) => void;
}

/** The questions of each node that wait while another is under way in this process. */
const waiting = new Map<string, Question[]>();

/**
 * Asks n8n whether a key is new to this node, and has it recorded. n8n keeps the keys of a node in one database row that is read and
 * written without a lock, so one call is under way at a time; what is asked meanwhile goes together into the next, so that many events
 * at once wait for two calls and not for as many as there are.
 * @param limit The most keys that are kept.
 * @throws What n8n throws when it cannot look it up.
 */
export async function isNewKey(context: IExecuteFunctions, key: string, limit: number): Promise<boolean> {
	const node = `${String(context.getWorkflow().id)}:${context.getNode().id}`;
	const queue = waiting.get(node);
	return await new Promise<boolean>((resolve, reject) => {
		const question = { key, resolve, reject };
		if (queue) {
			queue.push(question);
			return;
		}
		waiting.set(node, [question]);
		void answerAll(context, node, limit);
	});
}

/** Never rejects: whoever has asked is told. */
async function answerAll(context: IExecuteFunctions, node: string, limit: number): Promise<void> {
	for (let questions = waiting.get(node) ?? []; questions.length > 0; questions = waiting.get(node) ?? []) {
		waiting.set(node, []);
		const keys = [...new Set(questions.map(({ key }) => key))];
		try {
			const { new: fresh } = await context.helpers.checkProcessedAndRecord(keys, 'node', {
				mode: 'entries',
				maxEntries: limit,
			});
			// Of several who ask for the same key at once, the first has it.
			const unclaimed = new Set(fresh);
			for (const { key, resolve } of questions) resolve(unclaimed.delete(key));
		} catch (error) {
			for (const { reject } of questions) reject(error);
		}
	}
	waiting.delete(node);
}
