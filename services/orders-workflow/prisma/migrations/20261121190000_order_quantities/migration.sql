-- AlterTable
ALTER TABLE "order" ADD COLUMN     "quantities" BIGINT[];

-- What Prisma's schema cannot say.

-- Whether the quantities of an order go together: of each line 0 <= delivered + cancelled <= quantity and 0 <= returned <= delivered, the
-- same of each copy of it in a shipment, and, where there are shipments, the copies of a line sum to the line. In thousandths: how many
-- shipments, how many lines; of each line quantity, delivered, cancelled, ready for pick-up and returned; of each copy the place of its line,
-- quantity, delivered, cancelled and ready for pick-up.
CREATE FUNCTION quantities_go_together(q BIGINT[]) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    line_count CONSTANT BIGINT := q[2];
    copies_at CONSTANT BIGINT := 3 + 5 * line_count;
    l BIGINT;
BEGIN
    IF line_count IS NULL OR line_count < 0 OR cardinality(q) < copies_at - 1 OR (cardinality(q) - 2) % 5 <> 0
        OR array_position(q, NULL) IS NOT NULL THEN
        RETURN FALSE;
    END IF;
    FOR l IN 3 .. copies_at - 1 BY 5 LOOP
        IF q[l + 1] < 0 OR q[l + 2] < 0 OR q[l + 1] + q[l + 2] > q[l] OR q[l + 4] < 0 OR q[l + 4] > q[l + 1] THEN
            RETURN FALSE;
        END IF;
    END LOOP;
    IF q[1] = 0 THEN
        RETURN cardinality(q) = copies_at - 1;
    END IF;
    -- What the copies have is taken off their lines, of which nothing must be left.
    FOR c IN copies_at .. cardinality(q) BY 5 LOOP
        IF q[c] NOT BETWEEN 1 AND line_count OR q[c + 2] < 0 OR q[c + 3] < 0 OR q[c + 2] + q[c + 3] > q[c + 1] THEN
            RETURN FALSE;
        END IF;
        l := 5 * q[c] - 2;
        q[l] := q[l] - q[c + 1];
        q[l + 1] := q[l + 1] - q[c + 2];
        q[l + 2] := q[l + 2] - q[c + 3];
        q[l + 3] := q[l + 3] - q[c + 4];
    END LOOP;
    FOR l IN 3 .. copies_at - 1 BY 5 LOOP
        IF q[l] <> 0 OR q[l + 1] <> 0 OR q[l + 2] <> 0 OR q[l + 3] <> 0 THEN
            RETURN FALSE;
        END IF;
    END LOOP;
    RETURN TRUE;
END
$$;

-- Orders that were written before there was the column have none; their next write tells them.
ALTER TABLE "order" ADD CONSTRAINT "order_quantities_check" CHECK (quantities_go_together("quantities"));
