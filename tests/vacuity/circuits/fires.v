// The same with a state that it comes to.
module fires(input clk, input rst, input req, output reg grant);
    reg [3:0] state = 0;
    always @(posedge clk) begin
        if (rst) state <= 0;
        else if (state < 9 && req) state <= state + 1;
        grant <= state == 8;
    end
    always @(posedge clk) begin
        if (state == 7)
            assert (!grant || state != 8);
    end
endmodule
