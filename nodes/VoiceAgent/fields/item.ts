import type { IDataObject, INodeProperties, IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ParameterGroup } from '../../parameters/parameterGroup';
import { hasNoValue } from '../../parameters/parseValue';
import type { Connection } from '../../service/credentials';
import { collectionField } from '../../parameters/fields';

/**
 * Tells whether an AI agent uses the node as a tool. n8n reports it for some ways in which agents run tools. For the
 * others, the type of the node tells: it is that of a tool, and not that of human review.
 */
export function isUsedAsTool(context: IExecuteFunctions): boolean {
	if ('isToolExecution' in context && context.isToolExecution()) return true;
	return /(?<!Hitl)Tool$/.test(context.getNode().type);
}

/** One input item and the node's parameters for it. */
export class Item {
	/** The parameters at the top level of the panel. None is evaluated before it is read. */
	readonly parameters: ParameterGroup;

	/** @param definitions All that the panel shows for the operation. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
		readonly connection: Connection,
		definitions: readonly INodeProperties[],
	) {
		this.parameters = new ParameterGroup(
			(name) => context.getNodeParameter(name, index, null, { extractValue: true }),
			definitions,
			context.getTimezone(),
			{ isPerItem: true },
		);
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
		return this.parameters.collection('options');
	}

	get filters(): ParameterGroup {
		return this.parameters.collection('filters');
	}

	/** The fields of an update that have a value. One without a value never clears the stored one. */
	get updateFields(): ParameterGroup {
		return this.parameters.collection('updateFields', (value) => !hasNoValue(value));
	}

	/** The option Additional Body Fields, which every operation has. */
	get additionalBodyFields(): IDataObject {
		return this.options.jsonObject('additionalBodyFields');
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
