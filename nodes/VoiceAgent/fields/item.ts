import type { IDataObject, INodeProperties, IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ParameterGroup } from '../../parameters/parameterGroup';
import { hasNoValue } from '../../parameters/readers';
import type { Connection } from '../../service/credentials';
import { collectionField } from '../../parameters/fields';

/** The collections that an operation may have beside the parameters at the top level of the panel. */
type CollectionName = 'options' | 'filters' | 'updateFields';

/**
 * Tells whether an AI agent uses the node as a tool. n8n reports it for some ways in which agents run tools. For the
 * others, the type of the node tells: it is that of a tool, and not that of human review.
 */
export function isUsedAsTool(context: IExecuteFunctions): boolean {
	if ('isToolExecution' in context && context.isToolExecution()) return true;
	return /(?<!Hitl)Tool$/.test(context.getNode().type);
}

/**
 * One input item and the node's parameters for it. Nothing is created before it is needed: a batch call reads the
 * parameters for the first of many thousand items only.
 */
export class Item {
	private values: Record<string, unknown> | undefined;

	private topLevelParameters: ParameterGroup | undefined;

	private collections: Partial<Record<CollectionName, ParameterGroup>> | undefined;

	/** @param definitions All that the panel shows for the operation. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
		readonly connection: Connection,
		private readonly definitions: readonly INodeProperties[],
	) {}

	/** The parameters at the top level of the panel. */
	get parameters(): ParameterGroup {
		this.topLevelParameters ??= new ParameterGroup(
			(name) => this.readValue(name),
			this.definitions,
			this.context.getTimezone(),
			{ isPerItem: true },
		);
		return this.topLevelParameters;
	}

	/** The values at the top level that were read so far, by their names; each is evaluated once. */
	get valuesRead(): Record<string, unknown> {
		return (this.values ??= {});
	}

	/** The item's JSON. */
	get json(): IDataObject {
		return this.context.getInputData()[this.index]?.json ?? {};
	}

	/** True if an AI agent uses the node as a tool, and so sees text only. */
	get isToolCall(): boolean {
		return isUsedAsTool(this.context);
	}

	get options(): ParameterGroup {
		return this.collection('options');
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
		return this.options.jsonObject('additionalBodyFields');
	}

	private readValue(name: string): unknown {
		const { valuesRead } = this;
		if (!Object.hasOwn(valuesRead, name)) {
			valuesRead[name] = this.context.getNodeParameter(name, this.index, null, { extractValue: true });
		}
		return valuesRead[name];
	}

	/** Reads a collection once, since each reading may evaluate expressions. */
	private collection(name: CollectionName, isKept?: (value: unknown) => boolean): ParameterGroup {
		const collections = (this.collections ??= {});
		return (collections[name] ??= this.parameters.collection(name, isKept));
	}
}

/** Builds the collection Filters of an operation that lists records; `Item.filters` reads it. */
export const filtersCollection = (filters: INodeProperties[]): INodeProperties =>
	collectionField('Filters', 'filters', 'Add filter', filters);

/** Builds the collection Update Fields of an operation that changes a record; `Item.updateFields` reads it. */
export const updateFieldsCollection = (fields: INodeProperties[]): INodeProperties =>
	collectionField('Update Fields', 'updateFields', 'Add field', fields);

/**
 * Returns the fields of an update. The service changes only included fields, so that an update without any
 * would do nothing and still report success.
 * @throws InvalidParameterError if there is nothing to change.
 */
export function requireChanges(changes: IDataObject, additionalBodyFields: IDataObject): IDataObject {
	if (Object.keys({ ...changes, ...additionalBodyFields }).length > 0) return changes;
	throw new InvalidParameterError(
		'There is nothing to update',
		'Choose at least one field to update. A field whose expression gives no value is left out.',
	);
}
