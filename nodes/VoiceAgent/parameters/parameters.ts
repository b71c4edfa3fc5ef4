import type { IDataObject, INodeProperties, IExecuteFunctions } from 'n8n-workflow';

import { hasNoValue, readText } from '../../shared/parameters/readers';
import { readJsonObject } from '../../shared/parameters/jsonObject';
import { createGroup, ParameterGroup } from '../../shared/parameters/parameterGroup';
import type { Connection } from '../../shared/client/credentials';

/** One input item and the node's parameters for it. */
export class Item extends ParameterGroup {
	private readonly collections = new Map<string, ParameterGroup>();

	/** @param definitions All that the panel shows for the operation. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
		readonly connection: Connection,
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
	 * True if an AI agent uses the node as a tool, and so sees text only. n8n reports it for some ways in which
	 * agents run tools; for others the type of the node tells: that of a tool, not of human review.
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

	/** The fields of an update that have a value. One without a value never clears the stored one. */
	get updateFields(): ParameterGroup {
		return this.collection('updateFields', (value) => !hasNoValue(value));
	}

	/** The option Additional Body Fields, which every operation has. */
	get additionalBodyFields(): IDataObject {
		const { options } = this;
		const value = options.value('additionalBodyFields');
		return readText(value) === '' ? {} : readJsonObject(value, options.label('additionalBodyFields'));
	}

	/** Reads a collection once, since each reading may evaluate expressions. */
	private collection(
		name: 'options' | 'approvalOptions' | 'filters' | 'updateFields',
		keeps: (value: unknown) => boolean = () => true,
	): ParameterGroup {
		let group = this.collections.get(name);
		if (!group) {
			const values = (this.context.getNodeParameter(name, this.index, {}) ?? {}) as IDataObject;
			const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => keeps(value)));
			const definition = this.definitions.find((one) => one.name === name);
			group = createGroup(kept, (definition?.options ?? []) as INodeProperties[], this.timezone);
			this.collections.set(name, group);
		}
		return group;
	}
}
