import { german } from './de';
import { emoji } from './emoji';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import { italian } from './it';
import type { Language } from './language';
import { dutch } from './nl';
import { portuguese } from './pt';

/** The languages that replies are understood in. */
export const LANGUAGES: readonly Language[] = [
	emoji,
	english,
	spanish,
	german,
	french,
	portuguese,
	italian,
	dutch,
];
