import { splitIntoWords } from './words';

/** Nouns that stand before the number of a choice. */
export const NUMBER_NOUNS: ReadonlySet<string> = new Set(
	splitIntoWords(`
		number option choice nr num opcion numero nummer zahl auswahl option choix opcao escolha opzione scelta
		optie keuze
	`),
);

/** Words that go with choosing and do not tell which choice is meant. */
export const CHOOSING_WORDS: ReadonlySet<string> = new Set([
	...NUMBER_NOUNS,
	...splitIntoWords(`
		one i id ill we wed would like love take choose pick prefer want go with lets let do have be of on at in for
		quiero quisiera prefiero elijo escojo tomo el la los las lo al del de a para con
		nehme nehmen nimm hatte hatten wahle mochte will den die das der dem am um bitte variante
		prends prendre veux voudrais choisis prefere le les l un une du des ce cette pour vais
		queria prefiro escolho fico o os as um uma na em
		scelgo prendo vorrei preferisco il i gli lo alle allora
		kies neem wil graag liever de het die dat om op voor doe maar
	`),
]);

const NUMBERS = [
	'first eins erste ersten erster erstes uno primero primera primer premier premiere primeiro primeira primo prima een eerste',
	'two second zwei zwo zweite zweiten zweiter zweites dos segundo segunda deux deuxieme dois duas due secondo seconda twee tweede',
	'three third drei dritte dritten dritter drittes tres tercero tercera tercer trois troisieme terceiro terceira tre terzo terza drie derde',
	'four fourth vier vierte vierten vierter viertes cuatro cuarto cuarta quatre quatrieme quatro quarto quarta quattro vierde',
	'five fifth funf funfte funften funfter funftes cinco quinto quinta cinq cinquieme cinque vijf vijfde',
	'six sixth sechs sechste sechsten seis sexto sexta sixieme sei sesto sesta zes zesde',
	'seven seventh sieben siebte siebten siete septimo septima sept septieme sete setimo setima sette settimo settima zeven zevende',
	'eight eighth acht achte achten ocho octavo octava huit huitieme oito oitavo oitava otto ottavo ottava achtste',
	'nine ninth neun neunte neunten nueve noveno novena neuf neuvieme nove nono nona negen negende',
	'ten tenth zehn zehnte zehnten diez decimo decima dix dixieme dez dieci tien tiende',
];

/** Numbers from 1 to 10 by their words, without accents, in the languages of the built-in vocabulary. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
	['one', '1'],
	...NUMBERS.flatMap((words, index) =>
		words.split(' ').map((word): [string, string] => [word, String(index + 1)]),
	),
]);
