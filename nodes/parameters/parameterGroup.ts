import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { PhoneNumberRules } from '../numbers/parsePhoneNumber';
import { isRecord } from '../text/json';
import { type FieldDefinition, holdsSecret } from './definition';
import { InvalidParameterError, type ParsedValue, quote, requireValid } from './invalidParameterError';
import { parseJsonObject } from './jsonObject';
import {
	hasNoValue,
	parseBooleanValue,
	parseChoiceValue,
	parseDateTimeValue,
	parseE164Value,
	parseIdValue,
	parseIntegerValue,
	parseNumberOrIdValue,
	parseNumberValue,
	parseTextValue,
	parseUrlValue,
	toPlainText,
} from './parseValue';

/** The types of fields that hold text. An empty string is not a value in them. */
const TEXT_TYPES: ReadonlyArray<string | undefined> = ['string', 'options', 'dateTime', 'resourceLocator'];

/** Where the parameters of a group stand in the panel, and how they are evaluated. */
interface GroupContext {
	/** The parameters that were added to the collection, if the group is one. */
	added?: Record<string, unknown>;
	/** The labels that lead to the list, if the group is a row. */
	within?: string[];
	/** True if expressions are evaluated for an input item. */
	isPerItem?: boolean;
}

/**
 * Parameters that belong together: the node's own, those of a collection, or a row of a list.
 * Values are read by type; labels, limits and choices come from the panel's definitions, so
 * that a message names what the panel shows. A reader throws InvalidParameterError for a value that is not of its type,
 * and, unless it says otherwise, for no value.
 */
export class ParameterGroup {
	/** The values that were read so far: an expression is evaluated once. */
	private readonly valuesRead = new Map<string, unknown>();

	/**
	 * @param getValue Returns a value as n8n has it.
	 * @param properties The panel's definitions of these parameters.
	 */
	constructor(
		private readonly getValue: (name: string) => unknown,
		private readonly properties: readonly INodeProperties[],
		private readonly timezone: string,
		private readonly context: GroupContext = {},
	) {}

	/** Returns the value as n8n gives it. */
	value(name: string): unknown {
		if (!this.valuesRead.has(name)) this.valuesRead.set(name, this.getValue(name));
		return this.valuesRead.get(name);
	}

	/**
	 * Returns true if there is a value to read. An expression may give none, and an empty string is not a value in a
	 * text field. A parameter without a value is left out of the request, and an option without one has its default.
	 */
	has(name: string): boolean {
		const value = this.value(name);
		if (hasNoValue(value)) return false;
		return !TEXT_TYPES.includes(this.definition(name).type) || toPlainText(value) !== '';
	}

	/**
	 * Returns true if the parameter was added to its collection, with or without a value. It replaces `has` for
	 * parameters that must not be left out silently, such as the hours of calls, and for updates, where an empty string
	 * clears a field.
	 */
	isAdded(name: string): boolean {
		return !this.context.added || Object.hasOwn(this.context.added, name);
	}

	/** Returns the label in the panel, in single quotes; in a row, after the label of the list: `'Headers > Name'`. */
	label(name: string): string {
		return `'${this.path(name).join(' > ')}'`;
	}

	/** Returns a value that must be there, though it may be empty. */
	requireValue(name: string): unknown {
		const value = this.value(name);
		if (!hasNoValue(value)) return value;
		const forItem = this.context.isPerItem ? ' for this item' : '';
		throw new InvalidParameterError(
			`The expression in ${this.label(name)} gave no value${forItem}`,
			'Check that the fields in the expression exist, or enter a value.',
		);
	}

	/**
	 * Reads a value.
	 * @param parse Makes it what the caller needs, by the definition of the panel.
	 * @param byDefault Is returned where there is no value; without it, there must be one.
	 */
	read<Value>(
		name: string,
		parse: (value: unknown, definition: FieldDefinition) => ParsedValue<Value>,
		byDefault?: Value,
	): Value {
		if (byDefault !== undefined && !this.has(name)) return byDefault;
		return requireValid(parse(this.requireValue(name), this.definition(name)), this.label(name));
	}

	/** Returns an empty string if there is no value. */
	text(name: string): string {
		return requireValid(parseTextValue(this.value(name), this.definition(name)), this.label(name));
	}

	/** Returns a string, which may be empty. */
	requireText(name: string): string {
		return this.read(name, parseTextValue);
	}

	requireNonEmptyText(name: string, advice: string): string {
		const text = this.requireText(name);
		if (text === '') throw new InvalidParameterError(`${this.label(name)} is empty`, advice);
		return text;
	}

	/** @param byDefault Is returned where a switch was not added. One that was added needs a value. */
	boolean(name: string, byDefault?: boolean): boolean {
		if (byDefault !== undefined && !this.isAdded(name)) return byDefault;
		return this.read(name, parseBooleanValue);
	}

	/** Returns a whole number within the panel's limits. An option that must not be left out silently has no default. */
	integer(name: string, byDefault?: number): number {
		return this.read(name, parseIntegerValue, byDefault);
	}

	/** Returns a number within the panel's limits. */
	number(name: string, byDefault?: number): number {
		return this.read(name, parseNumberValue, byDefault);
	}

	/** Returns a web address as it was given. */
	url(name: string): string {
		return this.read(name, parseUrlValue);
	}

	/** Returns a date and time in ISO 8601 in UTC. */
	dateTime(name: string): string {
		return this.read(name, (value) => parseDateTimeValue(value, this.timezone));
	}

	/** Returns a value of the panel's list. */
	choice(name: string, byDefault?: string): string {
		return this.read(name, parseChoiceValue, byDefault);
	}

	/** Returns values of the panel's list; there may be none. */
	choices(name: string): string[] {
		const values = [this.value(name) ?? []].flat();
		return values.map((one) => requireValid(parseChoiceValue(one, this.definition(name)), this.label(name)));
	}

	/** Returns a JSON object; no value and an empty string count as an empty one. */
	jsonObject(name: string): IDataObject {
		return toPlainText(this.value(name)) === '' ? {} : this.read(name, parseJsonObject);
	}

	/** Returns an ID. The message about another value says where the ID is found. */
	id(name: string): string {
		return this.read(name, parseIdValue);
	}

	/** Returns a phone number with its country code, in E.164. */
	phoneNumber(name: string, rules?: PhoneNumberRules): string {
		return this.read(name, (value, definition) => parseE164Value(value, definition, rules));
	}

	/** Returns a number as list-messages takes it, or an ID. */
	phoneNumberOrId(name: string, advice?: string): string {
		return this.read(name, (value) => parseNumberOrIdValue(value, advice));
	}

	/**
	 * Returns the options of a collection; there may be none.
	 * @param isKept Tells by its value whether an option is kept; the others count as not added. By default all are.
	 */
	collection(name: string, isKept?: (value: unknown) => boolean): ParameterGroup {
		const value = this.value(name) ?? {};
		if (!isRecord(value)) throw this.createShapeError(name, value);
		const kept = isKept ? Object.fromEntries(Object.entries(value).filter(([, one]) => isKept(one))) : value;
		const options = (this.definition(name).options ?? []) as INodeProperties[];
		return createGroup(kept, options, this.timezone, this.context);
	}

	/**
	 * Returns the one entry of a group that the panel offers to add;
	 * undefined if it was not added, or is empty.
	 */
	entry(name: string): ParameterGroup | undefined {
		const group = this.fixedCollectionGroup(name);
		const value = this.value(name);
		if (hasNoValue(value)) return undefined;
		if (isRecord(value) && Object.keys(value).length === 0) {
			// The panel always adds the group. n8n passes on an empty object for a value that is not a group.
			throw new InvalidParameterError(
				`${this.label(name)} came without its fields`,
				'n8n does not pass on a text or an expression for the whole of it. Remove it, add it again, and use expressions within its fields.',
			);
		}
		const entry = isRecord(value) ? (value[group.name] ?? {}) : undefined;
		if (!isRecord(entry)) throw this.createShapeError(name, value);
		if (Object.keys(entry).length === 0) return undefined;
		return createGroup(entry, group.values, this.timezone, this.contextWithin(name));
	}

	/** Returns the rows of a list; there may be none. */
	rows(name: string): ParameterGroup[] {
		const group = this.fixedCollectionGroup(name);
		const value = this.value(name) ?? {};
		const rows = isRecord(value) && Object.hasOwn(value, group.name) ? value[group.name] : [];
		if (!isRecord(value) || !Array.isArray(rows) || !rows.every(isRecord)) {
			throw new InvalidParameterError(
				`${this.labelWithValue(name, value)} is not a list of entries as the panel adds them`,
				'Add the entries in the panel.',
			);
		}
		return rows.map((row) => createGroup(row, group.values, this.timezone, this.contextWithin(name)));
	}

	/** Returns the context of the rows of a list. */
	private contextWithin(list: string): GroupContext {
		return { ...this.context, within: this.path(list) };
	}

	private createShapeError(name: string, value: unknown): InvalidParameterError {
		return new InvalidParameterError(
			`${this.labelWithValue(name, value)} does not have the form that the panel gives it`,
			'Set it in the panel.',
		);
	}

	/** Returns the label, with the value unless it may hold a secret. */
	private labelWithValue(name: string, value: unknown): string {
		const label = this.label(name);
		return holdsSecret(this.definition(name)) ? label : `${label} ${quote(value)}`;
	}

	/** Returns the labels that lead to the parameter: that of its list, if it is in a row, and its own. */
	private path(name: string): string[] {
		return [...(this.context.within ?? []), this.definition(name).displayName ?? name];
	}

	private definition(name: string): FieldDefinition {
		return this.properties.find((property) => property.name === name) ?? {};
	}

	/** Returns the only group of a fixed collection. */
	private fixedCollectionGroup(name: string): INodePropertyCollection {
		return this.definition(name).options?.[0] as INodePropertyCollection;
	}
}

/** Creates the group for a collection or a row. */
export const createGroup = (
	values: Record<string, unknown>,
	properties: readonly INodeProperties[],
	timezone: string,
	context: GroupContext = {},
): ParameterGroup =>
	new ParameterGroup(
		(name) => (Object.hasOwn(values, name) ? values[name] : undefined),
		properties,
		timezone,
		{ ...context, added: values },
	);
