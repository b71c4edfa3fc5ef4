import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { parseJson } from '../../shared/json';
import type { Service } from '../../shared/service/request';

/** The parameters of one input item. Collections are read once, since each reading may evaluate expressions. */
export class ItemInput {
	private readonly collections = new Map<string, IDataObject>();

	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
		readonly service: Service,
	) {}

	/** Whether an AI agent uses the node as a tool, and so sees text only. An older n8n does not tell. */
	get isForAgent(): boolean {
		return 'isToolExecution' in this.context && this.context.isToolExecution();
	}

	value(name: string): unknown {
		return this.context.getNodeParameter(name, this.index, undefined, { extractValue: true });
	}

	/** A parameter as text, without blanks around it. */
	text(name: string): string {
		return this.textOf(this.value(name));
	}

	/** A value of a collection as text: empty for what is not there, the chosen value of a resource locator. */
	textOf(value: unknown): string {
		if (value === undefined || value === null) return '';
		if (typeof value !== 'object') return String(value).trim();
		return '__rl' in value ? this.textOf((value as IDataObject).value) : JSON.stringify(value);
	}

	flag(name: string): boolean {
		return this.value(name) === true;
	}

	/**
	 * A parameter that has to be filled in.
	 * @throws NodeOperationError that names it.
	 */
	required(name: string, label: string, advice: string): string {
		const text = this.text(name);
		if (text === '') throw this.refusal(`${label} is empty`, advice);
		return text;
	}

	/** The values that were added to a collection. */
	collection(name: 'options' | 'filters' | 'updateFields'): IDataObject {
		let values = this.collections.get(name);
		if (!values) {
			values = this.context.getNodeParameter(name, this.index, {}) as IDataObject;
			this.collections.set(name, values);
		}
		return values;
	}

	/**
	 * A JSON parameter as a plain object; undefined when it was left empty.
	 * @throws NodeOperationError when it holds anything else.
	 */
	plainObject(value: unknown, label: string): IDataObject | undefined {
		if (this.textOf(value) === '') return undefined;
		const parsed = typeof value === 'string' ? parseJson(value) : value;
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as IDataObject;
		throw this.refusal(
			`${label} is not a JSON object`,
			'Enter names and values in curly brackets, e.g. { "order": "A-17" }.',
		);
	}

	/** An error for this item: what is wrong, and what to type instead. */
	refusal(message: string, description: string): NodeOperationError {
		return new NodeOperationError(this.context.getNode(), message, { itemIndex: this.index, description });
	}
}
