/**
 * In a query: the posting that decides about a class's reports in a term. The class's own says more than the whole
 * term's: a class that was held back (`posted` false) stays so when the term is posted.
 */
export function postingOf({ classId, academicTermId }: { classId: string; academicTermId: string }): string {
  return `select g.posting_id, g.posted, g.date_posted
            from postings g
           where g.academic_term_id = ${academicTermId} and (g.class_id is null or g.class_id = ${classId})
           order by g.class_id nulls last
           limit 1`;
}
