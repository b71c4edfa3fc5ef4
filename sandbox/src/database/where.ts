import type { SQLInputValue } from 'node:sqlite';

/**
 * The SQL condition that narrows a query by what is given, and its values.
 * @param conditions SQL by what it asks for, with `?` for the value; one without a value asks for nothing
 */
export function whereOf(conditions: Readonly<Record<string, SQLInputValue | undefined>>): {
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
