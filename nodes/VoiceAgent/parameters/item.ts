import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Service } from '../../shared/client/openService';
import { readGroup, ParameterGroup } from './parameterGroup';
import { readJsonObject } from './json';
import { readText } from './text';
import { hasNoValue } from './value';

/** One input item and the node's parameters for it. */
export class Item extends ParameterGroup {
	private readonly collections = new Map<string, ParameterGroup>();

	/** @param definitions Of all parameters that the panel shows for the operation. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
		readonly service: Service,
		private readonly definitions: readonly INodeProperties[],
	) {
		super(
			(name) => context.getNodeParameter(name, index, undefined, { extractValue: true }),
			definitions,
			context.getTimezone(),
		);
	}

	/** The item's JSON. */
	get json(): IDataObject {
		return this.context.getInputData()[this.index]?.json ?? {};
	}

	/**
	 * Whether an AI agent uses the node as a tool, and so sees text only. n8n says so only of some ways in which agents run tools;
	 * otherwise the type of the node tells, which is that of a tool and not of human review.
	 */
	get isForAgent(): boolean {
		if ('isToolExecution' in this.context && this.context.isToolExecution()) return true;
		return /(?<!Hitl)Tool$/.test(this.context.getNode().type);
	}

	get options(): ParameterGroup {
		return this.collection('options');
	}

	get approvalOptions(): ParameterGroup {
		return this.collection('approvalOptions');
	}

	get filters(): ParameterGroup {
		return this.collection('filters');
	}

	/** Only fields with a value: one without is left out of the update, it never clears what is stored. */
	get updateFields(): ParameterGroup {
		return this.collection('updateFields', (value) => !hasNoValue(value));
	}

	/** The option of that name, which every operation has. */
	get additionalBodyFields(): IDataObject {
		const { options } = this;
		const value = options.value('additionalBodyFields');
		return readText(value) === '' ? {} : readJsonObject(value, options.label('additionalBodyFields'));
	}

	/** Read once, since each reading may evaluate expressions. */
	private collection(
		name: 'options' | 'approvalOptions' | 'filters' | 'updateFields',
		keeps: (value: unknown) => boolean = () => true,
	): ParameterGroup {
		let group = this.collections.get(name);
		if (!group) {
			const values = (this.context.getNodeParameter(name, this.index, {}) ?? {}) as IDataObject;
			const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => keeps(value)));
			const definition = this.definitions.find((one) => one.name === name);
			group = readGroup(kept, (definition?.options ?? []) as INodeProperties[], this.timezone);
			this.collections.set(name, group);
		}
		return group;
	}
}
