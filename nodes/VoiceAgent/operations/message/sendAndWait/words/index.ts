import { arabic } from './ar';
import { danish } from './da';
import { german } from './de';
import { emoji } from './emoji';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import { hindi } from './hi';
import { indonesian } from './id';
import { italian } from './it';
import type { Language } from './language';
import { norwegian } from './nb';
import { dutch } from './nl';
import { polish } from './pl';
import { portuguese } from './pt';
import { russian } from './ru';
import { swedish } from './sv';
import { turkish } from './tr';

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
	swedish,
	danish,
	norwegian,
	polish,
	russian,
	turkish,
	arabic,
	hindi,
	indonesian,
];
