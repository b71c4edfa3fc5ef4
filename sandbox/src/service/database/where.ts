import type { SQLInputValue } from 'node:sqlite';

/**
 * Builds the SQL condition for the given filters, and lists its values.
 * @param conditions values by their SQL, which has `?` for the value; a condition without a value is left out
 */
export function buildWhere(conditions: Readonly<Record<string, SQLInputValue | undefined>>): {
	where: string;
	values: SQLInputValue[];
} {
	const given: string[] = [];
	const values: SQLInputValue[] = [];
	for (const [condition, value] of Object.entries(conditions)) {
		if (value === undefined) continue;
		given.push(condition);
		for (let left = condition.split('?').length; left > 1; left -= 1) values.push(value);
	}
	return { where: given.length === 0 ? '' : `WHERE ${given.join(' AND ')}`, values };
}
