/** n8n's contexts of a trigger, reduced to what deduplication and replies use; n8n's engine would be too slow here. */
import { randomUUID } from 'node:crypto';

import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';

const BASE_URL = 'https://n8n.example/webhook-waiting/';

/** The answer of n8n's waiting webhook to a reply. */
export interface Answer {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

export const answerWith = (statusCode: number, body: IDataObject): Answer => ({
	statusCode,
	headers: {},
	body: JSON.stringify(body),
});

/** One trigger node of its own in an n8n that answers as it is told. */
export class TriggerContext {
	mode = 'trigger';
	/** True if n8n cannot reach its database. */
	isDown = false;
	/** The next look-up that fails, before or after it was recorded; later ones do not. */
	failsOnce: 'before' | 'after' | undefined;
	/** The row of keys that n8n keeps for the node. */
	readonly keys = new Set<string>();
	/** The keys of each look-up. */
	readonly lookups: string[][] = [];
	/** The data of executions that n8n has kept, by ID. */
	readonly executions: Record<string, unknown> = {};
	/** The replies that were handed over. */
	readonly handedOver: Array<{ reference: string; body: unknown }> = [];
	readonly hints: string[] = [];
	readonly warnings: string[] = [];
	readonly #id = randomUUID();

	/** @param answer Answers a reply; by default its execution goes on. */
	constructor(
		private readonly answer: (reference: string) => Answer | Promise<Answer> = () =>
			answerWith(200, { reply: 'resumed' }),
	) {}

	get forExecute(): IExecuteFunctions {
		return this.#context as unknown as IExecuteFunctions;
	}

	get forWebhook(): IWebhookFunctions {
		return this.#context as unknown as IWebhookFunctions;
	}

	get #context() {
		return {
			getMode: () => this.mode,
			getNode: () => ({ id: this.#id, name: 'Texts' }),
			getWorkflow: () => ({ id: 'w1' }),
			addExecutionHints: ({ message }: { message: string }) => this.hints.push(message),
			logger: { warn: (message: string) => this.warnings.push(message) },
			evaluateExpression: () => `${BASE_URL}$execution.id`,
			getExecutionDataById: async (id: string) =>
				id in this.executions
					? await Promise.resolve(this.executions[id])
					: await Promise.reject(new Error('not kept')),
			helpers: {
				checkProcessedAndRecord: async (entries: string[], _: string, options: { maxEntries: number }) =>
					await this.#record(entries, options.maxEntries),
				httpRequest: async ({ url, body }: IHttpRequestOptions) => {
					const reference = url.slice(BASE_URL.length);
					this.handedOver.push({ reference, body: JSON.parse(String(body)) });
					return await this.answer(reference);
				},
			},
		};
	}

	async #record(entries: string[], maxEntries: number): Promise<{ new: string[]; processed: string[] }> {
		this.lookups.push(entries);
		const { failsOnce } = this;
		this.failsOnce = undefined;
		if (this.isDown || failsOnce === 'before') return await Promise.reject(new Error('no database'));
		const isKnown = (entry: string) => this.keys.has(entry);
		const found = { new: entries.filter((entry) => !isKnown(entry)), processed: entries.filter(isKnown) };
		for (const entry of entries) this.keys.add(entry);
		for (const oldest of [...this.keys].slice(0, -maxEntries)) this.keys.delete(oldest);
		if (failsOnce === 'after') return await Promise.reject(new Error('connection lost'));
		return found;
	}
}
