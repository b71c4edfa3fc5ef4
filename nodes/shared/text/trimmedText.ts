/** A text without the blanks around it, which people copy along; empty for anything else. */
export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
