import type { IDataObject } from 'n8n-workflow';

import type { Item } from './parameters';
import { InvalidParameterError } from './invalidParameterError';

/**
 * The fields of an update. Only included fields change, so that an update without any would say that it worked and do nothing.
 * @throws Refusal when there is nothing to change.
 */
export function readChanges(item: Item, changes: IDataObject): IDataObject {
	if (Object.keys({ ...changes, ...item.additionalBodyFields }).length > 0) return changes;
	throw new InvalidParameterError(
		'There is nothing to update',
		'Choose at least one field to update. A field whose expression gives no value is left out.',
	);
}
