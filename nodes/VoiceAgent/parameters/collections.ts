import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InvalidParameterError } from '../../shared/parameters/invalidParameterError';

/** The collection Filters of an operation that lists records; `Item.filters` reads it. */
export const filtersCollection = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options,
});

/** The collection Update Fields of an operation that changes a record; `Item.updateFields` reads it. */
export const updateFieldsCollection = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options,
});

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
