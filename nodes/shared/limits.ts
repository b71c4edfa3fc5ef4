/** Most rows one page of list-messages or list-phone-numbers holds (interface section 8). */
export const PAGE_SIZE = 100;
